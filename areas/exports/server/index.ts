// The functions that other areas use: reading the rows of any list with a user's rights, and writing files.

export { countRows, refuseUnreadableList } from './check-list.ts'
export { aboutLines, aboutTitle } from './file-description.ts'
export { fieldOf, listAt } from './lists.ts'
export type { ExportRequest, ListQuery } from './request.ts'
export { ctxOf as ctxInJob, ownerOf } from './run-export.ts'
export { withheldReports } from './schedules/withheld.ts'
export { type CellKind, cellReader } from './spreadsheet/cells.ts'
export { csvOptions, csvWriter } from './spreadsheet/csv.ts'
export { escapeFormula, formulaPattern, unescapeFormula } from './spreadsheet/escape-formula.ts'
export { xlsxWriter } from './spreadsheet/xlsx.ts'
export { originOf, readRows } from './write-file.ts'
export { type PackedEntry, type ZipEntry, ZipWriter, zipOf } from './zip.ts'
