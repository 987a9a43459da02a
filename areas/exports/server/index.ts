// The public interface of exports for other areas: reads the rows of any list with a user's rights, and writes files.

export { countExportRows, refuseUnreadableList } from './check-list.ts'
export { fileDescriptionLines, fileDescriptionTitle } from './file-description.ts'
export { findColumnSchema, findExportableList } from './lists.ts'
export type { ExportedListQuery, ExportRequest } from './request.ts'
export { createExportContext as ctxInJob, findExportOwner } from './run-export.ts'
export { findWithheldReports } from './schedules/withheld.ts'
export { createCellReader, type SheetCellKind } from './spreadsheet/cells.ts'
export { createCsvWriter, csvOptions } from './spreadsheet/csv.ts'
export {
  escapeSpreadsheetFormula,
  spreadsheetFormulaPattern,
  unescapeSpreadsheetFormula,
} from './spreadsheet/escape-formula.ts'
export { createXlsxWriter } from './spreadsheet/xlsx.ts'
export { exportCallOrigin, readExportedListRows } from './write-file.ts'
export { buildZip, type DeflatedZipEntry, type ZipEntry, ZipWriter } from './zip.ts'
