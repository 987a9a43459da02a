import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { freePort, startServerWith, waitUntil } from '../faults/world.ts'

export type StartedImage = {
  base: string
  /** Runs a command of the command line beside the server. Throws if the command fails. */
  cli: (...args: string[]) => Promise<string>
  output: () => string
  /** Sends SIGTERM. Resolves to the exit code. */
  stop: () => Promise<number | null>
}

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SERVER_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_URL: 'https://carat.example',
  ADMIN_EMAIL: 'first@carat.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
})

/** Starts the program of a folder as the image starts it. */
export async function startTree(tree: string, dataDir: string, databaseUrl: string): Promise<StartedImage> {
  const server = await startServerWith({ ...settings(databaseUrl), DATA_DIR: dataDir }, { root: tree })
  await server.start()
  return {
    base: server.base(),
    output: server.output,
    cli: async (...args) => {
      const options = { cwd: tree, env: server.env }
      return (await promisify(execFile)(process.execPath, ['app/cli/main.ts', ...args], options)).stdout
    },
    stop: () => server.end('SIGTERM'),
  }
}

/** Starts the image as compose.yaml does: read-only, without capabilities. */
export async function startContainer(engine: string, tag: string, databaseUrl: string): Promise<StartedImage> {
  const name = `carat-probe-${process.pid}`
  const port = await freePort()
  const env = { ...settings(databaseUrl), HOST: '127.0.0.1', PORT: String(port) }
  const hardening = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  execFileSync(engine, ['run', '--detach', '--name', name, '--network=host', ...hardening, ...variables, tag])
  process.once('exit', () => execFileSync(engine, ['rm', '--force', '--volumes', name], { stdio: 'ignore' }))
  const base = `http://127.0.0.1:${port}`
  const output = () => execFileSync(engine, ['logs', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const ready = await waitUntil(async () => (await fetch(`${base}/readyz`)).ok, 120_000, 100)
  if (ready === Number.POSITIVE_INFINITY) throw new Error(`The container is not ready:\n${output().slice(-2000)}`)
  return {
    base,
    output,
    cli: async (...args) =>
      (await promisify(execFile)(engine, ['exec', name, 'node', 'app/cli/main.ts', ...args])).stdout,
    stop: async () => {
      execFileSync(engine, ['stop', '--time=30', name], { stdio: 'ignore' })
      return Number(execFileSync(engine, ['wait', name], { encoding: 'utf8' }))
    },
  }
}
