import { statSync } from 'node:fs'
import { Mapping } from '#areas/imports/contract/mapping.ts'
import { addImportJob, findImportJob, readColumnsAndFirstRows, runImport } from '#areas/imports/server/index.ts'
import { systemClock } from '#kit/server/clock.ts'
import { openDatabase } from '#kit/server/database.ts'

// Runs one import in a child process, which can be measured and killed. Prints the result as JSON.

const [url, file, mappingText] = process.argv.slice(2) as [string, string, string]
const mapping = Mapping.parse(JSON.parse(mappingText))
const database = openDatabase({ url, max: 4, applicationName: 'bench import' })
const head = await readColumnsAndFirstRows(file, mapping)
const by = { userId: null, name: 'bench', outletCode: null }
const id = await addImportJob(database.pool, {
  kind: 'sales',
  fileName: 'retail',
  fileBytes: statSync(file).size,
  ...head,
  by,
})
const job = (await findImportJob(database.pool, id))!

const steps: Record<string, number> = {}
const log = (text: string) => {
  const [, step, milliseconds] = /^(.+): (\d+) ms$/.exec(text) ?? []
  if (step) steps[step] = Number(milliseconds)
}
const began = performance.now()
const result = await runImport(
  { database, directUrl: url, timeZone: 'Asia/Kuala_Lumpur', clock: systemClock, log },
  { job, file, mapping, dryRun: false },
)
const seconds = (performance.now() - began) / 1000
await database.end()
console.log(JSON.stringify({ seconds, steps, megabytes: process.resourceUsage().maxRSS / 1024, ...result }))
