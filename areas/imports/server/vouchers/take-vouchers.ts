import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '#kit/server/call-ctx.ts'
import { answerCall, type Serving, serve } from '#kit/server/serve.ts'
import { signed } from '#kit/server/signed.ts'
import { writeTextLog } from '#kit/server/text-log.ts'
import { Mapping, voucherFields } from '../../contract/mapping.ts'
import * as contract from '../../contract.ts'
import { dropSecrets } from '../background.ts'
import { findJob } from '../jobs.ts'
import { runImport } from '../run.ts'
import { countLines } from '../staging/count-lines.ts'
import { startImport } from '../start-import.ts'
import { unpackingAllowed, uploadOf } from '../uploads.ts'

const run = serve(contract.runImport, startImport)
const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The columns by their names; what is spelled otherwise is mapped on the page of imports. */
export const namedAlike = (columns: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const field = Object.keys(voucherFields).find((name) => plain(name) === plain(column))
      return field ? [[column, field] as const] : []
    }),
  )

/** A file that came in one go: loaded at once, or put before a second person where it is large. */
export async function loadVouchers(
  { ImportId, Columns, Encoding, Delimiter, HeaderRow }: contract.Uploaded,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
) {
  const { database, directUrl, dataDir } = serving.services.longWork
  const sent = { columns: namedAlike(Columns), encoding: Encoding, delimiter: Delimiter, headerRow: HeaderRow }
  const mapping = Mapping.parse(sent)
  const file = uploadOf(dataDir, ImportId)
  if ((await countLines(file, mapping, contract.LARGE_IMPORT_ROWS + 2)) - 1 > contract.LARGE_IMPORT_ROWS) {
    request.body = { ImportId, Mapping: sent }
    const { body } = await answerCall(run, request, reply, serving)
    return { ...(body as contract.ImportStatus), ImportId, Count: 0 }
  }
  const origin = originOf(request)
  const pool = signed(database, origin).pool
  const job = (await findJob(pool, ImportId))!
  const now = serving.clock()
  await pool.query(writeTextLog, [
    ...[now, 'Import Data', 'ImportJob', ImportId, `Import Data in Voucher Listing. ${job.file_name}`],
    JSON.stringify(origin),
  ])
  const { Read, Created, Skipped, Failed } = await runImport(
    {
      ...{ database, directUrl, timeZone: serving.timeZone, clock: () => now, log: () => {} },
      ...{ unpacking: await unpackingAllowed(database), keys: serving.services },
    },
    { job, file, mapping, dryRun: false },
  )
  await dropSecrets(job, Failed, file)
  const Level = Created === 0 && Failed > 0 ? 'failed' : Created > 0 && Failed === 0 ? 'success' : 'warning'
  return {
    ...{ ImportId, Status: 'Completed', Read, Created, Skipped, Failed, Total: Read, Step: '', Level, Count: Created },
    Message:
      Created > 0
        ? `Upload completed. Total ${Created} records have been uploaded successfully.`
        : 'No record has been uploaded.',
  } as const
}
