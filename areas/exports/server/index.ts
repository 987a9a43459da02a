// What others may ask of exports: the rows of any list, as somebody may read them, and what a file says of itself.

export { aboutLines, aboutTitle } from './about.ts'
export { lookAhead, refuseUnreadable } from './ask-list.ts'
export { fieldOf, listAt } from './lists.ts'
export type { ExportRequest, ListAsked } from './request.ts'
export { ctxOf as ctxInJob, ownerOf } from './run-export.ts'
export { withheldReports } from './schedules/withheld.ts'
export { type CellKind, cellReader } from './spreadsheet/cells.ts'
export { csvOptions, csvWriter } from './spreadsheet/csv.ts'
export { asTyped, formulaPattern, harmless } from './spreadsheet/harmless.ts'
export { xlsxWriter } from './spreadsheet/xlsx.ts'
export { originOf, readRows } from './write-file.ts'
