import { type ChildProcess, spawn } from 'node:child_process'
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Server = { address: string; dataDir: string }
type StoppableServer = Server & { stop(): Promise<void> }

const STOP_MS = 20_000
/** The variable that gives the workers the path of the prepared data folder. */
const PREPARED = 'E2E_PREPARED_DATA'

/** Fills one data folder with the demo, which all servers of this run copy, and returns a function that removes it. */
export async function prepareData(): Promise<() => void> {
  const dataDir = newFolder('prepared')
  const server = await startOn(dataDir)
  await server.end()
  process.env[PREPARED] = dataDir
  return () => remove(dataDir)
}

/** A server with its own database, port and demo data; `stop` removes all of it. */
export async function startServer(
  browser: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StoppableServer> {
  const dataDir = newFolder(browser)
  cpSync(process.env[PREPARED]!, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  try {
    const { address, end } = await startOn(dataDir, settings)
    const stop = async () => {
      await end()
      remove(dataDir)
    }
    return { address, dataDir, stop }
  } catch (error) {
    remove(dataDir)
    throw error
  }
}

const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `carat-e2e-${name}-`))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

async function startOn(dataDir: string, settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      EXPORT_ROWS_AT_ONCE: '1000',
      ...settings,
    },
  })
  // Stops the server even if its worker is killed during a journey.
  const endWithWorker = () => child.kill()
  process.once('exit', endWithWorker)
  const endServer = async () => {
    await end(child)
    process.off('exit', endWithWorker)
  }
  try {
    await ready(child)
  } catch (error) {
    await endServer()
    throw error
  }
  return { address: `http://127.0.0.1:${port}`, end: endServer }
}

/** Resolves when the server prints its address. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout!.on('data', (text: Buffer) => {
      printed += text
      if (printed.includes('Carat is ready at ')) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const hurry = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.kill()
  await ended
  clearTimeout(hurry)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}
