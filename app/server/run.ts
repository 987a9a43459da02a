import { readEnvFile } from './config.ts'
import { main } from './main.ts'

// Starts an installation whose web app is already built; `npm start` builds first (scripts/start.ts).
// Containers and services run this file directly, so that signals arrive without forwarding.

readEnvFile()
await main({ dev: false })
