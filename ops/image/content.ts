import { execFileSync, spawn } from 'node:child_process'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { serverFiles } from '../../scripts/remove-build-files.ts'
import { atMost, expectNone, type Finding } from '../faults/report.ts'

/** The compressed size of node:24-bookworm-slim in megabytes: Debian, Node and npm. */
const BASE_MB = 80
const GOAL_MB = 450

/** Tests, documents, scripts of the build, and sources of the web app. */
const extraFile =
  /\.test\.ts$|\.tsx$|\.css$|^scripts\/.*\.ts$|^(docs|ops|tests)\/|^(app|kit|areas\/[^/]+)\/(web|public)\//

/** Checks that the image contains only files and packages that the program uses. */
export function checkContent(tree: string): Finding[] {
  const allowed = readFileSync('tests/production-packages.txt', 'utf8').trim().split('\n')
  const isAllowed = (name: string) =>
    allowed.some((line) => (line.endsWith('*') ? name.startsWith(line.slice(0, -1)) : name === line))
  const packages = globSync('node_modules/{[!@]*,@*/*}', { cwd: tree }).map((path) =>
    path.slice('node_modules/'.length),
  )
  const extraPackages = packages.filter((name) => !name.startsWith('.') && !isAllowed(name))
  const extraFiles = globSync('{app,areas,db,docs,kit,ops,scripts,tests}/**/*.*', { cwd: tree }).filter(
    (file) => extraFile.test(file) && !serverFiles.includes(file),
  )
  const copiesOfNode = globSync('node_modules/**/bin/node', { cwd: tree })
  return [
    expectNone('packages that only build, check or test', extraPackages.length, extraPackages),
    expectNone('tests, documents and sources of the web app', extraFiles.length, extraFiles),
    expectNone('further copies of Node', copiesOfNode.length, copiesOfNode),
  ]
}

export async function checkSize(tree: string): Promise<Finding[]> {
  const [megabytes] = execFileSync('du', ['-sm', tree], { encoding: 'utf8' }).split('\t')
  return [
    atMost('program with its packages', 350, Number(megabytes), 'MB'),
    atMost('the same, compressed', GOAL_MB - BASE_MB, await compressedMegabytes('tar', ['-C', tree, '-c', '.']), 'MB'),
  ]
}

/** Checks the size of the image with its base. */
export const checkImageSize = async (engine: string, tag: string): Promise<Finding> =>
  atMost('image with its base, compressed', GOAL_MB, await compressedMegabytes(engine, ['save', tag]), 'MB')

/** The size of a program's output after compression by gzip, in megabytes. */
async function compressedMegabytes(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let bytes = 0
  for await (const chunk of child.stdout.pipe(createGzip())) bytes += (chunk as Buffer).length
  return bytes / 1e6
}

/** The paths and times of all files, which show what a run changed. */
export const fileTimesOf = (tree: string): ReadonlySet<string> =>
  new Set(
    readdirSync(tree, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => `${path} ${statSync(path).mtimeMs}`),
  )
