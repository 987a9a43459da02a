import type { SmsSegments } from '../contract.ts'

// An SMS part has the alphabet GSM 03.38, or UCS-2 if any character is outside of GSM 03.38.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** The characters of GSM 03.38 that take two units each. */
const extended = '\f^{}\\[~]|€'

const inBasic = new Set(basic)
const inExtended = new Set(extended)

/** Returns the number of SMS parts. `sizes` are the units of each character; a character is never split between parts. */
function partsOf(sizes: readonly number[], singleMost: number, partMost: number) {
  const Length = sizes.reduce((sum, size) => sum + size, 0)
  if (Length <= singleMost) return { Length, Parts: Length > 0 ? 1 : 0, Left: singleMost - Length }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > partMost) {
      parts++
      used = 0
    }
    used += size
  }
  return { Length, Parts: parts, Left: partMost - used }
}

export function countSmsSegments(text: string): SmsSegments {
  const characters = [...text]
  const Unicode = [...new Set(characters.filter((character) => !inBasic.has(character) && !inExtended.has(character)))]
  if (Unicode.length === 0) {
    const sizes = characters.map((character) => (inExtended.has(character) ? 2 : 1))
    return { Encoding: 'GSM-7', Unicode, ...partsOf(sizes, 160, 153) }
  }
  return {
    Encoding: 'UCS-2',
    Unicode: Unicode.slice(0, 20),
    ...partsOf(
      characters.map((character) => character.length),
      70,
      67,
    ),
  }
}
