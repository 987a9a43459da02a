import { refusals } from '../contract.ts'
import { openFile } from './staging/file.ts'

const HEAD_BYTES = 64 * 1024
const delimiters = [',', ';', '\t', '|'] as const

type Detected = { encoding: 'utf8' | 'windows-1252'; delimiter: (typeof delimiters)[number] }

/** How a file is probably written, by its first bytes; refuses what is no text at all. */
export async function detectFormat(path: string): Promise<Detected> {
  const head = await headOf(path)
  if (head.length === 0) throw refusals.notCsv({ reason: 'the file is empty' })
  if (head.subarray(0, 2).toString('latin1') === 'PK')
    throw refusals.notCsv({ reason: 'it is a workbook. Save it as CSV' })
  if (head.includes(0)) throw refusals.notCsv({ reason: 'it is no text in UTF-8 or Latin-1' })
  const firstLine = head.toString('latin1').split(/\r?\n/, 1)[0]!
  const counts = delimiters.map((sign) => firstLine.split(sign).length)
  return {
    encoding: isUtf8(head) ? 'utf8' : 'windows-1252',
    delimiter: delimiters[counts.indexOf(Math.max(...counts))]!,
  }
}

async function headOf(path: string) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of await openFile(path)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= HEAD_BYTES) break
    }
  } catch (error) {
    throw refusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

/** The last character of a part may be cut in half, so the decoder has to know that more follows. */
function isUtf8(head: Buffer) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
