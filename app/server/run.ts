import { readEnvFile } from './config.ts'
import { main } from './main.ts'

// Entry point for installations with a built web app. Containers and services start it directly, so that signals arrive without
// forwarding. `npm start` builds first (scripts/start.ts).

readEnvFile()
await main({ dev: false })
