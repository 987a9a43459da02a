import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'

// Runs the measured server in a child process. One account makes all calls, so its limit is raised.
const server = await startServer(loadConfig(process.env), {
  dev: false,
  limits: { perUser: 1_000_000_000 },
  log: () => {},
})
const end = () => void server.stop().then(() => process.exit())
process.once('SIGTERM', end)
// Stop if the benchmark process has ended or was killed.
process.stdin.once('end', end).resume()
