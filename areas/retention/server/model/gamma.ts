// The logarithm of the gamma function and its derivative, for arguments above zero: stepped up to where Stirling's series
// is exact to the last digits (Abramowitz and Stegun, 6.1.40 and 6.3.18).

const FAR = 12

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  let product = 1
  let below = 0
  let at = x
  while (at < FAR) {
    product *= at
    if (product > 1e280) {
      below += Math.log(product)
      product = 1
    }
    at += 1
  }
  const square = 1 / (at * at)
  const series =
    (1 / 12 -
      square *
        (1 / 360 -
          square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - square * (691 / 360_360 - square / 156)))))) /
    at
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - below - Math.log(product)
}

/** ψ(x), the derivative of ln Γ(x), for x > 0. */
export function digamma(x: number): number {
  let below = 0
  let at = x
  while (at < FAR) {
    below += 1 / at
    at += 1
  }
  const square = 1 / (at * at)
  const series =
    square *
    (1 / 12 -
      square *
        (1 / 120 -
          square * (1 / 252 - square * (1 / 240 - square * (1 / 132 - square * (691 / 32_760 - square / 12))))))
  return Math.log(at) - 0.5 / at - series - below
}
