import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { expectNone, printFindings } from '../faults/report.ts'
import { checkContent, checkImageSize, checkSize, fileTimesOf } from './content.ts'
import { executeDockerfile } from './dockerfile.ts'
import { probeServer } from './probe.ts'
import { startContainer, startTree } from './start.ts'

// `npm run image` builds the container image, reports its content and size, starts it on an empty database and probes it.
// Without a container engine it executes the steps of the Dockerfile in a temporary folder and starts the result.
// Options: `--engine=podman` (docker by default), `--engine=none`, `--database=URL` of an empty database.

const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'docker' }, database: { type: 'string' } },
})
const project = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'carat-image-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const engine = values.engine !== 'none' && hasEngine(values.engine) ? values.engine : undefined
const tag = 'carat:probe'
console.log(engine ? `Building with ${engine} …` : 'No container engine runs: executing the Dockerfile in a folder …')
let tree = join(folder, 'tree')
if (engine) {
  execFileSync(engine, ['build', '--tag', tag, project], { stdio: ['ignore', 'ignore', 'inherit'] })
  copyFromImage(engine)
} else tree = await executeDockerfile(project, folder)

const findings = [...checkContent(tree), ...(await checkSize(tree))]
if (engine) findings.push(await checkImageSize(engine, tag))
const fileTimes = fileTimesOf(tree)
const postgres = values.database ? undefined : await startEmbeddedPostgres({ dataDir: join(folder, 'cluster') })
try {
  const databaseUrl = values.database ?? postgres!.url
  const start = engine ? startContainer(engine, tag, databaseUrl) : startTree(tree, join(folder, 'data'), databaseUrl)
  findings.push(...(await probeServer(await start)))
} finally {
  await postgres?.stop()
}
const changed = [...fileTimesOf(tree)].filter((file) => !fileTimes.has(file))
findings.push(expectNone('files of the image that the program changed', changed.length, changed))
printFindings('Image', findings)
process.exitCode = findings.every(({ met }) => met) ? 0 : 1

function hasEngine(name: string): boolean {
  try {
    execFileSync(name, ['info'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Copies the program out of the image, whose content is checked like that of the folder. */
function copyFromImage(name: string) {
  const container = execFileSync(name, ['create', tag], { encoding: 'utf8' }).trim()
  execFileSync(name, ['cp', `${container}:/srv/carat`, tree])
  execFileSync(name, ['rm', container], { stdio: 'ignore' })
}
