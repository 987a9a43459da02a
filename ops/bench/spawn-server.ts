import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts the server that is measured. It reads an open pipe to this process, and stops when that closes, however this process ends. */
export const spawnServer = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], { env, stdio: ['pipe', 'ignore', 'inherit'] })
