import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const project = resolve(import.meta.dirname, '..')
const built = join(project, 'dist', 'web')
const stamp = join(project, 'dist', 'web.stamp')

/** All sources of the web app and its build tools. */
const sources = [
  ...[
    'app/web/**',
    'kit/web/**',
    'kit/contract/**',
    'kit/server/errors.ts',
    'areas/*/web.ts',
    'areas/*/web/**',
    'app/public/**',
    'kit/public/**',
    'areas/*/public.ts',
    'areas/*/public/**',
    'areas/*/paths.ts',
    'areas/*/contract.ts',
    'areas/*/contract/**',
    'areas/*/*/{contract.ts,web.tsx,texts.json}',
  ],
  ...['vite.config.ts', 'vite.public.config.ts', 'scripts/web-build.ts', 'scripts/texts-in-parts.ts'],
  ...['scripts/contracts-in-browser.ts', 'package.json', 'package-lock.json'],
]

/** True if the built web app matches the current sources. */
export function isWebBuilt(): boolean {
  return existsSync(join(built, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/**
 * Builds the web app in a temporary folder and then swaps that folder with the served one.
 * An interrupted build therefore changes nothing.
 */
export async function buildWeb(): Promise<void> {
  const hash = hashOfSources()
  const making = `${built}.new-${process.pid}`
  mkdirSync(join(project, 'dist'), { recursive: true })
  try {
    await vite(['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', making])
    await vite(['build', '--config', 'vite.public.config.ts', '--logLevel', 'warn', '--outDir', making])
    await packFiles(making)
    const old = `${built}.old-${process.pid}`
    rmSync(stamp, { force: true })
    if (existsSync(built)) renameSync(built, old)
    renameSync(making, built)
    writeFileSync(stamp, hash)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

const LEAST_BYTES = 1_024
const tightest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Compresses every file in Brotli and gzip at the highest level, so that requests need no compression. */
export async function packFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json}', { cwd: folder }).map((file) => join(folder, file))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < LEAST_BYTES) return
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, tightest))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** Runs in a child process, so that the memory of the build is released before the server starts. */
function vite(args: string[]): Promise<void> {
  const program = join(project, 'node_modules', 'vite', 'bin', 'vite.js')
  if (!existsSync(program))
    return Promise.reject(
      new Error(
        'The web app has to be built, but the packages that build it are not installed: run `npm ci && npm run build`',
      ),
    )
  const child = spawn(process.execPath, [program, ...args], { cwd: project, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`The web app could not be built: vite ended with ${code ?? signal}`))
    })
  })
}

/** Returns a hash of the content, because a fresh checkout changes all dates. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: project, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(`${file.slice(project.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}
