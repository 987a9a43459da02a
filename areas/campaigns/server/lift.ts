// WHETHER A CAMPAIGN SOLD MORE THAN CHANCE: the difference of two shares with its confidence interval, by Newcombe’s method from Wilson’s
// intervals of each. It holds for small groups and for shares near 0 too, where the plain formula does not. No money is reckoned here.

export type Share = { of: number; hits: number }

/** The bound of the normal distribution for 95 of 100. */
const Z = 1.959963984540054

/** Wilson’s interval of one share. */
function interval({ of, hits }: Share): { share: number; from: number; until: number } {
  const share = hits / of
  const square = Z * Z
  const middle = (hits + square / 2) / (of + square)
  const half = (Z * Math.sqrt((hits * (of - hits)) / of + square / 4)) / (of + square)
  return { share, from: middle - half, until: middle + half }
}

export type Difference = { difference: number; from: number; until: number }

/** Undefined where one of the groups has nobody in it: there is nothing to compare. */
export function differenceOf(one: Share, other: Share): Difference | undefined {
  if (one.of === 0 || other.of === 0) return undefined
  const a = interval(one)
  const b = interval(other)
  const difference = a.share - b.share
  return {
    difference,
    from: difference - Math.hypot(a.share - a.from, b.until - b.share),
    until: difference + Math.hypot(a.until - a.share, b.share - b.from),
  }
}
