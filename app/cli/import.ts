import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Mapping } from '#areas/imports/contract/mapping.ts'
import { ImportKind, type ImportResult } from '#areas/imports/contract.ts'
import {
  addImportJob,
  deleteImportJob,
  findImportJob,
  formatRowReason,
  readColumnsAndFirstRows,
  runImport,
  terminateImportRun,
  writeFailedRowsFile,
} from '#areas/imports/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { type CliCommand, runWithJobContext, UsageError } from './command.ts'

/** `npm run cli -- import sales --file F --map MAP.json` runs the same import as the import page. */
export const importCommand: CliCommand = {
  name: 'import',
  usage:
    'customers|sales|opening-balances|postcodes --file F [--map MAP.json] [--dry-run] [--failed OUT.csv] [--encoding latin1]',
  help: 'Imports a CSV file, which may be compressed with gzip; running it again changes nothing. docs/imports.md describes the mapping.',
  async run(args, env) {
    const request = requestOf(args)
    await runWithJobContext(env, 'import', (context) => importFile(context, request))
  },
}

type ImportRequest = { kind: ImportKind; file: string; mapping: Mapping; dryRun: boolean; failed: string }

const plainPostcodes = { Postcode: 'Postcode', City: 'City', State: 'State' }

function requestOf(args: string[]): ImportRequest {
  const { values, positionals } = optionsOf(args)
  const kind = ImportKind.safeParse(positionals[0])
  if (!kind.success || !values.file) throw new UsageError('Say what to import, and from which file')
  if (!values.map && kind.data !== 'postcodes') throw new UsageError('Name a mapping file with --map')
  const rawMapping = values.map ? readMapping(values.map) : { columns: plainPostcodes }
  const mapping = Mapping.safeParse({ ...rawMapping, ...(values.encoding && { encoding: values.encoding }) })
  if (!mapping.success) {
    const faults = mapping.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new UsageError(`The mapping can't be used: ${faults.join('; ')}`)
  }
  const failed = values.failed ?? `${values.file}.failed.csv`
  return { kind: kind.data, file: values.file, mapping: mapping.data, dryRun: values['dry-run'], failed }
}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    ...{ file: text, map: text, encoding: text, failed: text },
    'dry-run': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readMapping(path: string): object {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object
  } catch (error) {
    throw new UsageError(`The mapping file can't be read: ${(error as Error).message}`)
  }
}

async function importFile(context: JobContext, { kind, file, mapping, dryRun, failed }: ImportRequest) {
  const { database } = context
  const fileBytes = statSync(file).size
  const head = await readColumnsAndFirstRows(file, mapping)
  const by = { userId: null, name: 'command line', outletCode: null }
  const id = await addImportJob(database.pool, { kind, fileName: basename(file), fileBytes, ...head, by })
  const job = (await findImportJob(database.pool, id))!
  const began = performance.now()
  const running = { ...context, log: (text: string) => console.log(`  ${text}`) }
  const result = await untilStopped(database, kind, id, () => runImport(running, { job, file, mapping, dryRun }))
  printResult(result, dryRun, performance.now() - began)
  if (dryRun) await deleteImportJob(database.pool, id)
  if (result.Failed === 0) return
  if (dryRun) throw new Error(`${result.Failed} rows would fail`)
  await writeFailedRowsFile(database.pool, job, failed)
  throw new Error(`${result.Failed} rows have failed; they are in ${failed}, each with its reason`)
}

/** On Ctrl+C, stops the run between two transactions, records the interruption and shuts the database down cleanly. */
async function untilStopped<Result>(database: Database, kind: ImportKind, id: string, work: () => Promise<Result>) {
  let stopping: Promise<void> | undefined
  const stop = () => {
    console.log('Stopping')
    stopping ??= terminateImportRun(database.pool, kind)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work()
  } catch (error) {
    if (!stopping) throw error
    await stopping.catch(() => {})
    const message = 'Stopped. Run it again: rows that exist already are skipped.'
    await database.pool
      .query(`update import_job set message = $2 where import_id = $1 and status = 'Failed'`, [id, message])
      .catch(() => {})
    throw new Error(message)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

function printResult(result: ImportResult, dryRun: boolean, milliseconds: number) {
  const { Read, Created, Skipped, Failed, Reasons, Examples, Figures } = result
  const counts = `${Created} ${dryRun ? 'to create' : 'created'}, ${Skipped} skipped, ${Failed} failed`
  const seconds = (milliseconds / 1000).toFixed(1)
  console.log(`${dryRun ? 'Nothing was changed. ' : ''}${Read} rows read: ${counts} (${seconds} s)`)
  for (const { Result, Reason, Rows } of Reasons)
    console.log(`  ${Result}: ${Rows} rows: ${formatRowReason({ Reason, Field: '…', Value: '…' })}`)
  for (const example of Examples.slice(0, 5)) console.log(`  row ${example.FirstRow}: ${formatRowReason(example)}`)
  for (const [name, value] of Object.entries(Figures)) console.log(`  ${name}: ${value}`)
}
