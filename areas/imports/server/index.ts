// The functions of imports for the command line and other areas.

export { writeFailedRowsFile } from './failed-rows.ts'
export { addImportJob, findImportJob } from './jobs.ts'
export { formatRowReason, runImport } from './run.ts'
export { readColumnsAndFirstRows } from './staging/file.ts'
export { deleteImportJob, terminateImportRun } from './start-import.ts'
