// The length of an SMS is counted as networks count it: by encoding, and by parts that each lose some units.

const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** The characters of an SMS that take two units each. */
const GSM_7_EXTENDED = new Set('\f^{}\\[~]|€')

const UNITS = { 'GSM-7': { single: 160, each: 153 }, 'UCS-2': { single: 70, each: 67 } } as const
export type SmsAlphabet = keyof typeof UNITS

export type SmsLength = { alphabet: SmsAlphabet; characters: number; segments: number; left: number }

/** Returns the units of an SMS text, the number of its parts, and the free units of the last part. */
export function calculateSmsLength(text: string): SmsLength {
  const letters = [...text]
  const plain = letters.every((letter) => GSM_7.has(letter) || GSM_7_EXTENDED.has(letter))
  const alphabet: SmsAlphabet = plain ? 'GSM-7' : 'UCS-2'
  const sizes = letters.map((letter) => (plain ? (GSM_7_EXTENDED.has(letter) ? 2 : 1) : letter.length))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const { single, each } = UNITS[alphabet]
  if (characters <= single)
    return { alphabet, characters, segments: characters === 0 ? 0 : 1, left: single - characters }
  // A character that takes two units is never split between parts.
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { alphabet, characters, segments, left: each - used }
}
