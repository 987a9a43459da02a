import pg from 'pg'
import { formulaPattern } from '#areas/exports/server/index.ts'

/** The columns that a file of failed rows has beside those of the imported file. */
export const ownColumns = ['ImportRow', 'ImportReason'] as const

/**
 * Applies `asTyped` to all cells of a staged file. Exports and files of failed rows put an apostrophe before what a
 * spreadsheet would take for a formula, so that `'+60123456789` is the phone +60123456789.
 */
export async function rowsAsTyped(client: pg.Client, header: readonly string[]) {
  const pattern = pg.escapeLiteral(formulaPattern)
  const cells = header.map((_, place) => `c${place + 1}`)
  await client.query(
    `update raw set ${cells.map((cell) => `${cell} = case when ${cell} like '''%' and ${cell} ~ ${pattern} then substr(${cell}, 2) else ${cell} end`).join(', ')}
     where ${cells.map((cell) => `${cell} like '''%' and ${cell} ~ ${pattern}`).join(' or ')}`,
  )
}
