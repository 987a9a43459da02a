import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'

// The server that is measured, a process of its own. One account makes all calls, so its ceiling is lifted.
const server = await startServer(loadConfig(process.env), {
  dev: false,
  limits: { perUser: 1_000_000_000 },
  log: () => {},
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit()))
