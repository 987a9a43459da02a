import { readEnvFile } from '#app/server/config.ts'
import { buildWeb, webIsBuilt } from './web-build.ts'

// With --dev the server builds each file when a browser asks for it, so there is nothing to build before.
const dev = process.argv.includes('--dev')

readEnvFile()
if (!dev && !webIsBuilt()) {
  console.log('Building the web app, once')
  await buildWeb().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}

// Imported late, so that the build is not slowed down by what it does not need.
const { main } = await import('#app/server/main.ts')
await main({ dev })
