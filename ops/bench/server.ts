import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'

// The measured server in a child process. One account makes all calls, so its limit is raised.
const server = await startServer(loadConfig(process.env), {
  dev: false,
  limits: { perUser: 1_000_000_000 },
  log: () => {},
})
const end = () => void server.stop().then(() => process.exit())
process.once('SIGTERM', end)
// The benchmark process has ended, possibly killed.
process.stdin.once('end', end).resume()
