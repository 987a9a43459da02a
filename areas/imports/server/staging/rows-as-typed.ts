import pg from 'pg'
import { spreadsheetFormulaPattern } from '#areas/exports/server/index.ts'

/** The columns that a file of failed rows has in addition to those of the imported file. */
export const failedRowsExtraColumns = ['ImportRow', 'ImportReason'] as const

/**
 * Applies `unescapeSpreadsheetFormula` to all staged cells, so that `'+60123456789` is the phone number +60123456789.
 * Exports and files of failed rows put an apostrophe before text that a spreadsheet would take for a formula.
 */
export async function unescapeStagedCells(client: pg.Client, header: readonly string[]) {
  const pattern = pg.escapeLiteral(spreadsheetFormulaPattern)
  const cells = header.map((_, index) => `c${index + 1}`)
  await client.query(
    `update raw set ${cells.map((cell) => `${cell} = case when ${cell} like '''%' and ${cell} ~ ${pattern} then substr(${cell}, 2) else ${cell} end`).join(', ')}
     where ${cells.map((cell) => `${cell} like '''%' and ${cell} ~ ${pattern}`).join(' or ')}`,
  )
}
