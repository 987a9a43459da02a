import { isAscii } from 'node:buffer'
import { Transform } from 'node:stream'
import { normaliseCharacters } from '#kit/contract/normal-form.ts'
import type { FileEncoding } from '../../contract/mapping.ts'

const LINE_END = 10

/** The error of a file with a character that cannot be decoded in the file's encoding. */
class UnreadableText extends Error {
  // PostgreSQL uses the same SQLSTATE for a character that is not valid in the encoding.
  readonly code = '22021'
}

export const createDecoder = (encoding: FileEncoding, options?: TextDecoderOptions) =>
  new TextDecoder(encoding === 'utf8' ? 'utf-8' : encoding, options)

/** Matches characters that could not be decoded. Undefined bytes of windows-1252 are decoded as control characters. */
export const undecodablePattern = (encoding: FileEncoding) =>
  encoding === 'latin1' || encoding === 'windows-1252' ? /[\ufffd\x80-\x9f]/ : /\ufffd/

/** A cell in Unicode normal form, with every kind of space as a plain space. */
export const normaliseCell = (cell: string) => normaliseCharacters(cell).replace(/[\p{Zs}\u2028\u2029]/gu, ' ')

/**
 * Converts a file to UTF-8 in Unicode normal form, line by line, so that a combining mark stays with its letter.
 * Lines of ASCII pass unchanged. A character that cannot be decoded raises PostgreSQL's code for malformed text.
 */
export function createNormalisingStream(encoding: FileEncoding): Transform {
  const decoder = createDecoder(encoding, { ignoreBOM: true })
  let pending: Buffer[] = []
  const read = (lines: Buffer) => {
    if (isAscii(lines)) return lines
    const text = decoder.decode(lines)
    if (undecodablePattern(encoding).test(text)) throw new UnreadableText('The file has characters that cannot be read')
    return Buffer.from(normaliseCell(text))
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const end = chunk.lastIndexOf(LINE_END) + 1
      const lines = end === 0 ? undefined : Buffer.concat([...pending, chunk.subarray(0, end)])
      pending = end === 0 ? [...pending, chunk] : [chunk.subarray(end)]
      try {
        done(null, lines && read(lines))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        done(null, read(Buffer.concat(pending)))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
