import { isAscii } from 'node:buffer'
import type { FileEncoding } from '../../contract/mapping.ts'

// The encoding of a text file is detected from its bytes.
// Nearly all bytes are valid in some old encodings, so characters are also compared with the common ones.

/** The maximum size of the sample of lines with bytes beyond ASCII. The whole file is read in any case. */
const SAMPLE_BYTES = 256 * 1024
/** The share of plausible characters that an encoding must reach. */
const PLAUSIBLE = 0.7
/** If the shares of two encodings differ by less than this, the user has to choose. */
const MARGIN = 0.15

export type EncodingSample = { isUtf8: boolean; startsAsUtf16: boolean; lines: Buffer }

/** Reads all bytes of the file once, and returns the data by which an encoding is chosen. */
export async function sampleEncoding(chunks: AsyncIterable<Buffer>): Promise<EncodingSample> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const lines: Buffer[] = []
  let size = 0
  let startsAsUtf16: boolean | undefined
  let isUtf8 = true
  const isValid = (decode: () => string) => {
    try {
      decode()
      return true
    } catch {
      return false
    }
  }
  for await (const chunk of chunks) {
    startsAsUtf16 ??= chunk[0] === 0xff && chunk[1] === 0xfe
    isUtf8 &&= isValid(() => utf8.decode(chunk, { stream: true }))
    if (size >= SAMPLE_BYTES || isAscii(chunk)) continue
    for (const [line] of chunk.toString('latin1').matchAll(/[^\r\n]*[\x80-\xff][^\r\n]*/g)) {
      lines.push(Buffer.from(`${line}\n`, 'latin1'))
      size += line.length
      if (size >= SAMPLE_BYTES) break
    }
  }
  isUtf8 &&= isValid(() => utf8.decode())
  return { isUtf8, startsAsUtf16: startsAsUtf16 ?? false, lines: Buffer.concat(lines) }
}

type LegacyEncoding = 'windows-1252' | 'gb18030' | 'big5' | 'shift_jis'
const legacyEncodings: readonly LegacyEncoding[] = ['windows-1252', 'gb18030', 'big5', 'shift_jis']

/** Returns the most plausible encoding, and whether another encoding is about as plausible. */
export function guessFileEncoding({ isUtf8, startsAsUtf16, lines }: EncodingSample): {
  encoding: FileEncoding
  unsure: boolean
} {
  if (startsAsUtf16) return { encoding: 'utf-16le', unsure: false }
  if (isUtf8) return { encoding: 'utf8', unsure: false }
  const [best, next] = legacyEncodings
    .map((encoding) => ({ encoding, share: plausibleShare(encoding, lines) }))
    .sort((a, b) => b.share - a.share)
  if (best!.share < PLAUSIBLE) return { encoding: 'utf8', unsure: true }
  return { encoding: best!.encoding, unsure: next!.share > best!.share - MARGIN }
}

/** True if the text is plausible in the chosen encoding. Rows that are not valid UTF-8 fail one by one instead. */
export function isPlausibleEncoding(encoding: FileEncoding, { isUtf8, lines }: EncodingSample): boolean {
  if (encoding === 'utf8' || encoding === 'utf-16le' || lines.length === 0) return true
  // Valid UTF-8 beyond ASCII is practically never another encoding.
  return !isUtf8 && plausibleShare(encoding === 'latin1' ? 'windows-1252' : encoding, lines) >= PLAUSIBLE
}

const plausibleShare = (encoding: LegacyEncoding, lines: Buffer) =>
  encoding === 'windows-1252' ? westernShare(lines) : doubleByteShare(lines, weights[encoding])

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isAccented = (byte: number) => byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7
/** € ‚ „ … Š Œ Ž ‘ ’ “ ” • – — ™ š œ ž Ÿ */
const westernSigns = new Set([
  0x80, 0x82, 0x84, 0x85, 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9a, 0x9c, 0x9e, 0x9f,
])

/** In Western text, accented letters occur one by one between plain letters. */
function westernShare(bytes: Buffer): number {
  let runs = 0
  let good = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    const begin = at
    while (bytes[at + 1]! >= 0x80) at++
    const run = bytes.subarray(begin, at + 1)
    runs++
    const isDefined = run.every((byte) => byte >= 0xa0 || westernSigns.has(byte))
    const isSingle = run.length === 1
    const besideLetters =
      run.length === 2 && run.every(isAccented) && (isLetter(bytes[begin - 1]) || isLetter(bytes[at + 1]))
    if (isDefined && (isSingle || besideLetters)) good++
  }
  return runs === 0 ? 0 : good / runs
}

/** The frequency of a pair of bytes from 0 to 1, negative for no character, and the number of bytes to advance. */
type Weigh = (lead: number, trail: number) => [weight: number, bytes: number]

const inTrail = (trail: number) => trail >= 0x40 && trail !== 0x7f && trail !== 0xff
const NO_CHARACTER = -2

const weights: Record<Exclude<LegacyEncoding, 'windows-1252'>, Weigh> = {
  gb18030: (lead, trail) => {
    if (lead === 0x80 || lead === 0xff || !(inTrail(trail) || (trail >= 0x30 && trail <= 0x39)))
      return [NO_CHARACTER, 1]
    // The weight is 1 for the 3,755 common characters and the full-width signs of GB 18030.
    return [trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)) ? 1 : 0, 2]
  },
  big5: (lead, trail) => {
    if (lead < 0xa1 || lead > 0xf9 || !inTrail(trail) || (trail >= 0x80 && trail <= 0xa0)) return [NO_CHARACTER, 1]
    // The weight is 1 for the 5,401 common characters of Big5 and the signs before them.
    return [lead <= 0xc6 ? 1 : 0, 2]
  },
  shift_jis: (lead, trail) => {
    // A byte from 0xa1 to 0xdf is half-width katakana in Shift JIS.
    if (lead >= 0xa1 && lead <= 0xdf) return [0.5, 1]
    if (lead === 0x80 || lead === 0xa0 || lead > 0xfc || !inTrail(trail) || trail > 0xfc) return [NO_CHARACTER, 1]
    // The weight is 1 for signs, kana and the first 2,965 kanji of Shift JIS.
    return [(lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x98) ? 1 : 0, 2]
  },
}

function doubleByteShare(bytes: Buffer, weigh: Weigh): number {
  let characters = 0
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    const [weight, byteCount] = weigh(bytes[at]!, bytes[at + 1] ?? 0)
    characters++
    sum += weight
    at += byteCount - 1
  }
  return characters === 0 ? 0 : sum / characters
}
