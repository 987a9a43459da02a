import { buildWeb } from './web-build.ts'

await buildWeb().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
