// What the command line and other areas may ask of imports.

export { failedRows } from './failed-rows.ts'
export { addJob, findJob } from './jobs.ts'
export { reasonText, runImport } from './run.ts'
export { readHead } from './staging/file.ts'
export { forgetJob, stopRun } from './start-import.ts'
