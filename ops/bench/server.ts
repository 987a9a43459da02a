import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'

// The server that is measured, a process of its own. One account makes all calls, so its ceiling is lifted.
const server = await startServer(loadConfig(process.env), {
  dev: false,
  limits: { perUser: 1_000_000_000 },
  log: () => {},
})
const end = () => void server.stop().then(() => process.exit())
process.once('SIGTERM', end)
// The bench has ended, also where it was killed.
process.stdin.once('end', end).resume()
