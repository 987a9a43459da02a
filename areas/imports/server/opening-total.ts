import { parse } from 'csv-parse'
import type { Mapping } from '../contract/mapping.ts'
import { openFile, textOf } from './staging/file.ts'

/** The points of a file of opening balances, added up until they are more than `most`. What is no number adds nothing. */
export async function openingTotal(path: string, header: readonly string[], mapping: Mapping, most: number) {
  const [column] = Object.entries(mapping.columns).find(([, field]) => field === 'Points') ?? []
  const place = header.findIndex((name) => name.trim() === column?.trim())
  const bytes = await openFile(path)
  let total = 0
  try {
    const parser = parse({
      delimiter: mapping.delimiter,
      bom: true,
      from: 2,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1_000_000,
    })
    bytes.on('error', (error) => parser.destroy(error))
    for await (const row of bytes.pipe(textOf(mapping.encoding)).pipe(parser) as AsyncIterable<string[]>) {
      const points = row[place]?.trim() || mapping.constants.Points || ''
      if (/^\d{1,10}$/.test(points)) total += Number(points)
      if (total > most) break
    }
  } finally {
    bytes.destroy()
  }
  return total
}
