// The looks in which pages are checked: each page in every value, and every pair of values on some page.
// Nearly every fault of a look depends on a pair, such as French at 390 px, so not all 96 combinations are needed.

const values = {
  language: ['en', 'zh', 'fr', 'ja'],
  mode: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
  /** The application's colours, or forced colours of the operating system. */
  colours: ['own', 'forced'],
  width: [1440, 768, 390],
} as const

export type Look = { [Dimension in keyof typeof values]: (typeof values)[Dimension][number] }

export const everyLook: Look[] = values.language.flatMap((language) =>
  values.mode.flatMap((mode) =>
    values.direction.flatMap((direction) =>
      values.colours.flatMap((colours) => values.width.map((width) => ({ language, mode, direction, colours, width }))),
    ),
  ),
)

/** The number of values of the dimension with the most values. */
const LOOKS_OF_PAGE = 4
/** A weight above the number of pairs, so that values new to a page rank before pairs. */
const BEFORE_PAIRS = 1_000_000

/**
 * Selects four looks for each page: those with the most values that are new to the page, then the least used pairs.
 * The keyboard check runs in the first look of each page, so these looks also cover each value.
 */
export function pairwiseLooks(pages: number): Look[][] {
  const useCounts = new Map<string, number>()
  const timesSeen = (things: string[]) => things.reduce((sum, thing) => sum + (useCounts.get(thing) ?? 0), 0)
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: LOOKS_OF_PAGE }, (_, index) => {
      const onThisPage = (look: Look) => valuesOf(look).map((value) => `${page} ${value}`)
      const pairs = (look: Look) => pairsOf(index === 0 ? ['keyboard', ...valuesOf(look)] : valuesOf(look))
      const rank = (look: Look) => timesSeen(onThisPage(look)) * BEFORE_PAIRS + timesSeen(pairs(look))
      const best = everyLook.reduce((best, look) => (rank(look) < rank(best) ? look : best))
      for (const thing of [...onThisPage(best), ...pairs(best)]) useCounts.set(thing, (useCounts.get(thing) ?? 0) + 1)
      return best
    }),
  )
}

export const valuesOf = (look: Look) => Object.entries(look).map(([dimension, value]) => `${dimension} ${value}`)

export const pairsOf = (things: string[]) =>
  things.flatMap((one, index) => things.slice(index + 1).map((other) => `${one}, ${other}`))
