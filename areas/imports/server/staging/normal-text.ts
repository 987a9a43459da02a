import { isAscii } from 'node:buffer'
import { Transform } from 'node:stream'
import { normaliseCharacters } from '#kit/contract/normal-form.ts'
import type { Encoding } from '../../contract/mapping.ts'

const LINE_END = 10

/** A character of the file was lost, or its bytes are no text in the encoding that was named. */
class UnreadableText extends Error {
  // The data exception of PostgreSQL for the same.
  readonly code = '22021'
}

export const decoderOf = (encoding: Encoding, options?: TextDecoderOptions) =>
  new TextDecoder(encoding === 'utf8' ? 'utf-8' : encoding, options)

/** Where windows-1252 has no letter the decoder answers a control character. */
export const lostLetter = (encoding: Encoding) =>
  encoding === 'latin1' || encoding === 'windows-1252' ? /[\ufffd\x80-\x9f]/ : /\ufffd/

/** A cell of a file in normal form; spaces of every kind are spaces. */
export const normalCell = (cell: string) => normaliseCharacters(cell).replace(/[\p{Zs}\u2028\u2029]/gu, ' ')

/**
 * A file's bytes as UTF-8 in the normal form of text, line by line: marks belong to the letter before them. Lines of ASCII
 * pass as they are. Fails with PostgreSQL's code for malformed text where a character cannot be read.
 */
export function normalText(encoding: Encoding): Transform {
  const decoder = decoderOf(encoding, { ignoreBOM: true })
  let rest: Buffer[] = []
  const read = (lines: Buffer) => {
    if (isAscii(lines)) return lines
    const text = decoder.decode(lines)
    if (lostLetter(encoding).test(text)) throw new UnreadableText('The file has characters that cannot be read')
    return Buffer.from(normalCell(text))
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const end = chunk.lastIndexOf(LINE_END) + 1
      const lines = end === 0 ? undefined : Buffer.concat([...rest, chunk.subarray(0, end)])
      rest = end === 0 ? [...rest, chunk] : [chunk.subarray(end)]
      try {
        done(null, lines && read(lines))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, read(Buffer.concat(rest)))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
