/** A seeded generator of pseudo-random numbers, so that a failure can be reproduced. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** An integer from `low` to `high`, both inclusive. */
    from: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
    /** Returns one of the names, with a probability proportional to its weight. */
    weighted: <Name extends string>(weights: Record<Name, number>): Name => {
      const entries = Object.entries(weights) as [Name, number][]
      let point = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        point -= weight
        if (point < 0) return name
      }
      return entries.at(-1)![0]
    },
  }
}

export type Random = ReturnType<typeof randomFrom>
