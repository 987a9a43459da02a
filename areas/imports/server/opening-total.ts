import type { Mapping } from '../contract/mapping.ts'
import { readRows } from './staging/file.ts'

/** The points of a file of opening balances, added up until they are more than `most`. What is no number adds nothing. */
export async function openingTotal(path: string, header: readonly string[], mapping: Mapping, most: number) {
  const [column] = Object.entries(mapping.columns).find(([, field]) => field === 'Points') ?? []
  const place = header.findIndex((name) => name.trim() === column?.trim())
  let total = 0
  const rows = readRows(path, mapping)
  // The row that names the columns.
  await rows.next()
  for await (const row of rows) {
    const points = row[place]?.trim() || mapping.constants.Points || ''
    if (/^\d{1,10}$/.test(points)) total += Number(points)
    if (total > most) break
  }
  return total
}
