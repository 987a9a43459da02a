import type { FileFormat } from '../../contract/mapping.ts'
import { openContent } from './file.ts'

/** How many lines a file has that hold anything, counted up to `most`: a look at the bytes, not at the values. */
export async function countLines(path: string, format: FileFormat, most: number): Promise<number> {
  const { bytes } = await openContent(path, format)
  let lines = 0
  let open = false
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      open = chunk.at(-1) !== 10
      if (lines >= most) break
    }
  } finally {
    bytes.destroy()
  }
  return Math.min(lines + (open ? 1 : 0), most)
}
