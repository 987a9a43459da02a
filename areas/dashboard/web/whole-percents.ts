/**
 * Returns the parts of a whole as whole percents that add up to 100 (largest remainder method).
 * Of equal remainders, that of the larger part is rounded up. The result is all zeros if the whole is 0.
 * The parts of the whole are integers in one common unit.
 */
export function toWholePercents(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole <= 0) return parts.map(() => 0)
  const remainders = parts.map((part) => (part * 100) % whole)
  const floors = parts.map((part, index) => (part * 100 - remainders[index]!) / whole)
  const missing = 100 - floors.reduce((sum, floor) => sum + floor, 0)
  const roundedUp = new Set(
    parts
      .map((_, index) => index)
      .sort((a, b) => remainders[b]! - remainders[a]! || parts[b]! - parts[a]! || a - b)
      .slice(0, missing),
  )
  return floors.map((floor, index) => (roundedUp.has(index) ? floor + 1 : floor))
}
