import { loadConfig } from '#app/server/config.ts'
import { createSandbox } from '#app/server/sandbox/sandbox.ts'
import { startServer } from '#app/server/start-server.ts'

// Runs a demo whose clock is ahead by CLOCK_AHEAD_MS, and whose accounts may send any number of calls.

const sandbox = createSandbox()
sandbox.advance(Number(process.env.CLOCK_AHEAD_MS ?? 0))
const server = await startServer(loadConfig(process.env), {
  dev: false,
  sandbox,
  limits: { perUser: 1_000_000_000, perAddress: 1_000_000_000 },
  log: () => {},
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
