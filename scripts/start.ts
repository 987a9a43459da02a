import { readEnvFile } from '#app/server/config.ts'
import { buildWeb, webIsBuilt } from './web-build.ts'

// With --dev the server builds files on request, so it needs no build.
const dev = process.argv.includes('--dev')

readEnvFile()
if (!dev && !webIsBuilt()) {
  console.log('Building the web app, once')
  await buildWeb().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}

// Import the server after the build, because the build does not need it.
const { main } = await import('#app/server/main.ts')
await main({ dev })
