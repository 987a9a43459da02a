// Random numbers from a seed: the same seed generates the same demo company.

/** Generates numbers in [0, 1) with the algorithm mulberry32. */
export function createSeededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** Returns an integer from `least` to `most`, inclusive. */
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!
  /** Returns a random item of a list. Items with a higher weight are more likely. */
  const weighted = <Item>(items: readonly (readonly [Item, number])[]): Item => {
    let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      remaining -= weight
      if (remaining < 0) return item
    }
    return items.at(-1)![0]
  }
  return { next, between, pick, weighted, odds: (share: number) => next() < share }
}
export type RandomSource = ReturnType<typeof createSeededRandom>

/** Returns the date `days` after an ISO date. */
export function addDays(date: string, days: number) {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}
