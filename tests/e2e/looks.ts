// In which looks a page is seen. All with all are 96 for each page; nearly every fault of a look shows in a pair of two
// of its values (French at 390 px, night from right to left), so each pair is seen somewhere, and each value on each page.

const values = {
  language: ['en', 'zh', 'fr', 'ja'],
  mode: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
  /** Our own colours, or those of somebody's system. */
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

/** As many as the longest dimension has values. */
const LOOKS_OF_PAGE = 4
/** More than any pair is ever seen, so that what a page shows for the first time comes before all pairs. */
const BEFORE_PAIRS = 1_000_000

/**
 * Four looks for each of so many pages. Taken one after the other, each is the one that shows this page most that is
 * new to it, and of those the one whose pairs were seen least so far. The first look of a page is also walked by
 * keyboard, which so meets each value too.
 */
export function pairwiseLooks(pages: number): Look[][] {
  const seen = new Map<string, number>()
  const timesSeen = (things: string[]) => things.reduce((sum, thing) => sum + (seen.get(thing) ?? 0), 0)
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: LOOKS_OF_PAGE }, (_, place) => {
      const onThisPage = (look: Look) => valuesOf(look).map((value) => `${page} ${value}`)
      const pairs = (look: Look) => pairsOf(place === 0 ? ['keyboard', ...valuesOf(look)] : valuesOf(look))
      const rank = (look: Look) => timesSeen(onThisPage(look)) * BEFORE_PAIRS + timesSeen(pairs(look))
      const best = everyLook.reduce((best, look) => (rank(look) < rank(best) ? look : best))
      for (const thing of [...onThisPage(best), ...pairs(best)]) seen.set(thing, (seen.get(thing) ?? 0) + 1)
      return best
    }),
  )
}

export const valuesOf = (look: Look) => Object.entries(look).map(([dimension, value]) => `${dimension} ${value}`)

export const pairsOf = (things: string[]) =>
  things.flatMap((one, place) => things.slice(place + 1).map((other) => `${one}, ${other}`))
