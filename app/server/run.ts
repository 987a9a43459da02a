import { readEnvFile } from './config.ts'
import { main } from './main.ts'

// The program of an installation whose web app was built before: containers and services start it directly, so that
// signals need no passing on. `npm start` builds first (scripts/start.ts).

readEnvFile()
await main({ dev: false })
