import { readEnvFile } from '#app/server/config.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

// With --dev the server builds files on request, so it needs no build.
const dev = process.argv.includes('--dev')

readEnvFile()
if (!dev && !isWebBuilt()) {
  console.log('Building the web app, once')
  await buildWeb().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}

// Import the server after the build, because the build does not need it.
const { main } = await import('#app/server/main.ts')
await main({ dev })
