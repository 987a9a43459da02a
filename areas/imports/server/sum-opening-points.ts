import type { Mapping } from '../contract/mapping.ts'
import { readFileRows } from './staging/file.ts'

/** Sums the points in a file of opening balances until the sum exceeds `limit`. Values that are no whole number are 0. */
export async function sumOpeningPoints(path: string, header: readonly string[], mapping: Mapping, limit: number) {
  const [column] = Object.entries(mapping.columns).find(([, field]) => field === 'Points') ?? []
  const pointsIndex = header.findIndex((name) => name.trim() === column?.trim())
  let total = 0
  const rows = readFileRows(path, mapping)
  // The first row of the file is the header, so it is skipped.
  await rows.next()
  for await (const row of rows) {
    const points = row[pointsIndex]?.trim() || mapping.constants.Points || ''
    if (/^\d{1,10}$/.test(points)) total += Number(points)
    if (total > limit) break
  }
  return total
}
