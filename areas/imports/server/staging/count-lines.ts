import type { FileFormat } from '../../contract/mapping.ts'
import { openContentAsCsv } from './file.ts'

/** Counts the lines of a file, up to `limit`, without parsing values. */
export async function countFileLines(path: string, format: FileFormat, limit: number): Promise<number> {
  const { bytes } = await openContentAsCsv(path, format)
  let lines = 0
  let hasOpenLine = false
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      hasOpenLine = chunk.at(-1) !== 10
      if (lines >= limit) break
    }
  } finally {
    bytes.destroy()
  }
  return Math.min(lines + (hasOpenLine ? 1 : 0), limit)
}
