// The looks in which pages are checked. All combinations are 96 for each page. Nearly every fault of a look depends on a pair
// of values (French at 390 px, dark mode right to left), so each pair is checked on some page, and each value on each page.

const values = {
  language: ['en', 'zh', 'fr', 'ja'],
  mode: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
  /** Our colours, or forced colours of the operating system. */
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

/** The number of values of the longest dimension. */
const LOOKS_OF_PAGE = 4
/** Larger than the count of any pair, so that values new to a page rank before all pairs. */
const BEFORE_PAIRS = 1_000_000

/**
 * Four looks for each page. Each look is the one with the most values that are new to the page, and
 * among those the one whose pairs were used least so far. The keyboard check runs in the first look of each
 * page, so it covers each value too.
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
