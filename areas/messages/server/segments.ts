import type { Segments } from '../contract.ts'

// How many parts an SMS has, as networks count: GSM 03.38, or UCS-2 as soon as one character is not in it.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each of these takes the place of two. */
const extended = '\f^{}\\[~]|€'

const inBasic = new Set(basic)
const inExtended = new Set(extended)

/** `sizes` in the order of the text; a character is never divided between two parts. */
function partsOf(sizes: readonly number[], single: number, each: number) {
  const Length = sizes.reduce((sum, size) => sum + size, 0)
  if (Length <= single) return { Length, Parts: Length > 0 ? 1 : 0, Left: single - Length }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > each) {
      parts++
      used = 0
    }
    used += size
  }
  return { Length, Parts: parts, Left: each - used }
}

export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const Unicode = [...new Set(characters.filter((one) => !inBasic.has(one) && !inExtended.has(one)))]
  if (Unicode.length === 0) {
    const sizes = characters.map((one) => (inExtended.has(one) ? 2 : 1))
    return { Encoding: 'GSM-7', Unicode, ...partsOf(sizes, 160, 153) }
  }
  return {
    Encoding: 'UCS-2',
    Unicode: Unicode.slice(0, 20),
    ...partsOf(
      characters.map((one) => one.length),
      70,
      67,
    ),
  }
}
