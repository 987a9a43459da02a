import { readSettings } from '#areas/setup/server/index.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { writeReportingFiles } from './write-files.ts'

/** Writes the reporting files each night after the nightly batch, if the setting reports.parquetFiles is not Off. */
export const reportingFilesJob: BackgroundJob = {
  name: 'reporting-files',
  schedule: '40 3 * * *',
  seconds: 6 * 3600,
  run: runReportingFiles,
}

export async function runReportingFiles(context: ServerJobContext) {
  const { directUrl, services, clock, log } = context
  const { 'reports.parquetFiles': content } = await inJobTransaction(context, { readOnly: true }, (db) =>
    readSettings({ db }),
  )
  if (content === 'Off') return
  const { files, written, rows } = await writeReportingFiles({
    ...{
      url: directUrl,
      storage: services.storage('reporting'),
      amounts: content === 'With amounts',
      now: clock(),
      log,
    },
  })
  log(`Reporting files: ${files} files with ${rows} rows, of which ${written} files are new`)
}
