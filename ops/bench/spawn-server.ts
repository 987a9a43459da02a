import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts the measured server. The server stops when its pipe to this process closes, however this process ends. */
export const spawnServer = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], { env, stdio: ['pipe', 'ignore', 'inherit'] })
