import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Server = { address: string; dataDir: string }

const STOP_MS = 20_000

/** A server with a database, a port and the demo's data of its own, for one browser; `stop` leaves nothing of it. */
export async function startServer(
  browser: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server & { stop(): Promise<void> }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), `carat-e2e-${browser}-`))
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
  // A worker that is ended in the middle of a journey takes its server along.
  const endWithWorker = () => child.kill()
  process.once('exit', endWithWorker)
  const stop = async () => {
    await end(child)
    process.off('exit', endWithWorker)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, dataDir, stop }
}

/** Told by the line that tells people too. */
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
