// Logarithm of the gamma function and its derivative by Stirling's series (Abramowitz and Stegun, 6.1.40, 6.3.18).
// The recurrence shifts small arguments to a range in which the series has full precision.

const SERIES_FROM = 12

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  let product = 1
  let correction = 0
  let shifted = x
  while (shifted < SERIES_FROM) {
    product *= shifted
    if (product > 1e280) {
      correction += Math.log(product)
      product = 1
    }
    shifted += 1
  }
  const square = 1 / (shifted * shifted)
  const series =
    (1 / 12 -
      square *
        (1 / 360 -
          square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - square * (691 / 360_360 - square / 156)))))) /
    shifted
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    0.5 * Math.log(2 * Math.PI) +
    series -
    correction -
    Math.log(product)
  )
}

/** ψ(x), the derivative of ln Γ(x), for x > 0. */
export function digamma(x: number): number {
  let correction = 0
  let shifted = x
  while (shifted < SERIES_FROM) {
    correction += 1 / shifted
    shifted += 1
  }
  const square = 1 / (shifted * shifted)
  const series =
    square *
    (1 / 12 -
      square *
        (1 / 120 -
          square * (1 / 252 - square * (1 / 240 - square * (1 / 132 - square * (691 / 32_760 - square / 12))))))
  return Math.log(shifted) - 0.5 / shifted - series - correction
}
