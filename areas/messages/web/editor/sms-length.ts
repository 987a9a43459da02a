// How a network counts a text message: by the alphabet it needs, and by parts that each lose some room to their numbering.

const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take the room of two. */
const GSM_7_EXTENDED = new Set('\f^{}\\[~]|€')

const ROOM = { 'GSM-7': { one: 160, each: 153 }, 'UCS-2': { one: 70, each: 67 } } as const
export type Alphabet = keyof typeof ROOM

export type SmsLength = { alphabet: Alphabet; characters: number; segments: number; left: number }

/** Characters as the network counts them, the parts they take, and how many more fit into the last part. */
export function smsLength(text: string): SmsLength {
  const letters = [...text]
  const plain = letters.every((letter) => GSM_7.has(letter) || GSM_7_EXTENDED.has(letter))
  const alphabet: Alphabet = plain ? 'GSM-7' : 'UCS-2'
  const sizes = letters.map((letter) => (plain ? (GSM_7_EXTENDED.has(letter) ? 2 : 1) : letter.length))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const { one, each } = ROOM[alphabet]
  if (characters <= one) return { alphabet, characters, segments: characters === 0 ? 0 : 1, left: one - characters }
  // A letter that takes two places is never torn: what does not fit goes to the next part.
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
