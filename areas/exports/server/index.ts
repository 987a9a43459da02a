// The public interface of exports for other areas: reads the rows of any list with a user's rights, and writes files.

export { countRows, refuseUnreadableList } from './check-list.ts'
export { descriptionLines, descriptionTitle } from './file-description.ts'
export { columnSchema, findExportableList } from './lists.ts'
export type { ExportRequest, ListQuery } from './request.ts'
export { createExportContext as ctxInJob, findOwner } from './run-export.ts'
export { findWithheldReports } from './schedules/withheld.ts'
export { type CellKind, cellReader } from './spreadsheet/cells.ts'
export { csvOptions, csvWriter } from './spreadsheet/csv.ts'
export { escapeFormula, formulaPattern, unescapeFormula } from './spreadsheet/escape-formula.ts'
export { xlsxWriter } from './spreadsheet/xlsx.ts'
export { callOrigin, readListRows } from './write-file.ts'
export { buildZip, type PackedEntry, type ZipEntry, ZipWriter } from './zip.ts'
