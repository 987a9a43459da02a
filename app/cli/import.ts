import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#app/server/config.ts'
import { ImportKind, type ImportResult } from '#areas/imports/contract.ts'
import { Mapping } from '#areas/imports/contract/mapping.ts'
import { addJob, failedRows, findJob, readHead, reasonText, runImport } from '#areas/imports/server/index.ts'
import { openDatabase } from '#kit/server/database.ts'
import { type Command, UsageError, withDatabase } from './commands.ts'

/** `npm run cli -- import sales --file F --map MAP.json`: the same import as the page's, without the page. */
export const importCommand: Command = {
  name: 'import',
  usage: 'customers|sales|postcodes --file F [--map MAP.json] [--dry-run] [--failed OUT.csv] [--encoding latin1]',
  help: 'Imports a CSV file, packed with gzip or not; running it again changes nothing. docs/imports.md describes the mapping.',
  run: (args, env) => withDatabase(env, (url) => importFile(url, askedOf(args), loadConfig(env).businessTimeZone)),
}

type Asked = { kind: ImportKind; file: string; mapping: Mapping; dryRun: boolean; failed: string | undefined }

function askedOf(args: string[]): Asked {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      file: { type: 'string' },
      map: { type: 'string' },
      encoding: { type: 'string' },
      failed: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const kind = ImportKind.safeParse(positionals[0])
  if (!kind.success || !values.file) throw new UsageError('Please say what to import, and from which file')
  const written = values.map ? (JSON.parse(readFileSync(values.map, 'utf8')) as object) : { columns: plainPostcodes }
  if (!values.map && kind.data !== 'postcodes') throw new UsageError('Please name a mapping file with --map')
  const mapping = Mapping.safeParse({ ...written, ...(values.encoding && { encoding: values.encoding }) })
  if (!mapping.success) throw new UsageError(`The mapping can't be used: ${mapping.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)
  return { kind: kind.data, file: values.file, mapping: mapping.data, dryRun: values['dry-run'], failed: values.failed }
}

const plainPostcodes = { Postcode: 'Postcode', City: 'City', State: 'State' }

async function importFile(url: string, { kind, file, mapping, dryRun, failed }: Asked, timeZone: string) {
  const database = openDatabase({ url, max: 4, applicationName: 'carat import' })
  try {
    const head = await readHead(file, mapping)
    const by = { userId: null, name: 'command line', outletCode: null }
    const id = await addJob(database.pool, { kind, fileName: basename(file), fileBytes: statSync(file).size, ...head, by })
    const job = (await findJob(database.pool, id))!
    const began = performance.now()
    const result = await runImport({ database, directUrl: url, timeZone, now: new Date(), log: (text) => console.log(`  ${text}`) }, { job, file, mapping, dryRun })
    tell(result, dryRun, performance.now() - began)
    if (failed && result.Failed > 0 && !dryRun) {
      await failedRows(database.pool, job, failed)
      console.log(`The failed rows, each with its reason, are in ${failed}`)
    }
  } finally {
    await database.end()
  }
}

function tell({ Read, Created, Skipped, Failed, Reasons, Examples, Figures }: ImportResult, dryRun: boolean, milliseconds: number) {
  console.log(`${dryRun ? 'Nothing was changed. ' : ''}${Read} rows read: ${Created} ${dryRun ? 'to create' : 'created'}, ${Skipped} skipped, ${Failed} failed (${(milliseconds / 1000).toFixed(1)} s)`)
  for (const { Result, Reason, Rows } of Reasons) console.log(`  ${Result}: ${Rows} rows: ${reasonText({ Reason, Field: '…', Value: '…' })}`)
  for (const example of Examples.slice(0, 5)) console.log(`  row ${example.FirstRow}: ${reasonText(example)}`)
  for (const [name, value] of Object.entries(Figures)) console.log(`  ${name}: ${value}`)
}
