import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestOriginOf } from '#kit/server/call-ctx.ts'
import { setChangeOrigin } from '#kit/server/origin.ts'
import { answerCall, type ServingContext, serve } from '#kit/server/serve.ts'
import { insertTextLogSql } from '#kit/server/text-log.ts'
import { Mapping, voucherTargetFields } from '../../contract/mapping.ts'
import * as contract from '../../contract.ts'
import { deleteVoucherFile } from '../background.ts'
import { findImportJob } from '../jobs.ts'
import { runImport } from '../run.ts'
import { countFileLines } from '../staging/count-lines.ts'
import { startImport } from '../start-import.ts'
import { readUnpackingLimits, uploadedFilePath } from '../uploads.ts'

const run = serve(contract.runImport, startImport)
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Maps columns to voucher fields with the same name. Users map other spellings on the imports page. */
export const mapVoucherColumnsByName = (columns: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const field = Object.keys(voucherTargetFields).find((name) => lettersOf(name) === lettersOf(column))
      return field ? [[column, field] as const] : []
    }),
  )

/** Imports a voucher file that was uploaded in one request: at once, or after approval if the file is large. */
export async function loadVouchers(
  { ImportId, Columns, Encoding, Delimiter, HeaderRow }: contract.UploadedImport,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
) {
  const { database, directUrl, dataDir } = serving.services.longWork
  const mappingInput = {
    columns: mapVoucherColumnsByName(Columns),
    encoding: Encoding,
    delimiter: Delimiter,
    headerRow: HeaderRow,
  }
  const mapping = Mapping.parse(mappingInput)
  const file = uploadedFilePath(dataDir, ImportId)
  if (
    (await countFileLines(file, mapping, contract.IMPORT_ROWS_WITHOUT_APPROVAL_MAX + 2)) - 1 >
    contract.IMPORT_ROWS_WITHOUT_APPROVAL_MAX
  ) {
    request.body = { ImportId, Mapping: mappingInput }
    const { body } = await answerCall(run, request, reply, serving)
    return { ...(body as contract.ImportStatus), ImportId, Count: 0 }
  }
  const origin = requestOriginOf(request)
  const pool = setChangeOrigin(database, origin).pool
  const job = (await findImportJob(pool, ImportId))!
  const now = serving.clock()
  await pool.query(insertTextLogSql, [
    ...[now, 'Import Data', 'ImportJob', ImportId, `Import Data in Voucher Listing. ${job.file_name}`],
    JSON.stringify(origin),
  ])
  const { Read, Created, Skipped, Failed } = await runImport(
    {
      ...{ database, directUrl, timeZone: serving.timeZone, clock: () => now, log: () => {} },
      ...{ unpacking: await readUnpackingLimits(database), keys: serving.services },
    },
    { job, file, mapping, dryRun: false },
  )
  await deleteVoucherFile(job, Failed, file)
  const Level = Created === 0 && Failed > 0 ? 'failed' : Created > 0 && Failed === 0 ? 'success' : 'warning'
  return {
    ...{ ImportId, Status: 'Completed', Read, Created, Skipped, Failed, Total: Read, Step: '', Level, Count: Created },
    Message:
      Created > 0
        ? `Upload completed. Total ${Created} records have been uploaded successfully.`
        : 'No record has been uploaded.',
  } as const
}
