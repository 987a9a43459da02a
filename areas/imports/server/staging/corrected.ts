import pg from 'pg'
import { asTyped, formulaPattern } from '#kit/server/spreadsheet/harmless.ts'

// A file of failed rows that comes back, fixed. On its way out each text that looks like a formula got an apostrophe;
// here it loses it again, so that going out and coming back changes no value.

export const ownColumns = ['ImportRow', 'ImportReason'] as const

const isCorrected = (header: readonly string[]) => ownColumns.every((name) => header.includes(name))

export const headerAsTyped = (header: string[]) => (isCorrected(header) ? header.map(asTyped) : header)

/** The same rule as `asTyped`, for the rows of a whole file at once. */
export async function rowsAsTyped(client: pg.Client, header: readonly string[]) {
  if (!isCorrected(header)) return
  const pattern = pg.escapeLiteral(formulaPattern)
  const cells = header.map((_, place) => `c${place + 1}`)
  await client.query(
    `update raw set ${cells.map((cell) => `${cell} = case when ${cell} like '''%' and ${cell} ~ ${pattern} then substr(${cell}, 2) else ${cell} end`).join(', ')}
     where ${cells.map((cell) => `${cell} like '''%'`).join(' or ')}`,
  )
}
