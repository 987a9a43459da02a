// The functions of imports for the command line and other areas.

export { writeFailedRowsFile } from './failed-rows.ts'
export { addJob, findJob } from './jobs.ts'
export { reasonText, runImport } from './run.ts'
export { readHead } from './staging/file.ts'
export { deleteJob, terminateImportRun } from './start-import.ts'
