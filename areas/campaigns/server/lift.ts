// The lift is the difference of two shares with its confidence interval (Newcombe’s method from Wilson’s intervals).
// Newcombe's method is valid for small groups and for shares near 0, unlike the normal approximation.
// Floating-point numbers are safe in this file, because it calculates no money.

export type GroupConversions = { total: number; hits: number }

/** The 97.5 % quantile of the normal distribution, for 95 % intervals. */
const Z = 1.959963984540054

/** Returns a share with its confidence interval by Wilson's method. */
function interval({ total, hits }: GroupConversions): { share: number; from: number; until: number } {
  const share = hits / total
  const square = Z * Z
  const middle = (hits + square / 2) / (total + square)
  const half = (Z * Math.sqrt((hits * (total - hits)) / total + square / 4)) / (total + square)
  return { share, from: middle - half, until: middle + half }
}

export type ShareDifference = { difference: number; from: number; until: number }

/** Returns the lift of a campaign, or undefined if one of the groups is empty. */
export function calculateLift(treated: GroupConversions, control: GroupConversions): ShareDifference | undefined {
  if (treated.total === 0 || control.total === 0) return undefined
  const a = interval(treated)
  const b = interval(control)
  const difference = a.share - b.share
  return {
    difference,
    from: difference - Math.hypot(a.share - a.from, b.until - b.share),
    until: difference + Math.hypot(a.until - a.share, b.share - b.from),
  }
}
