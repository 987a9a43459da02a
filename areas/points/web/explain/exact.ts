import { formatMoney, trimDecimals } from '#kit/web/format.ts'
import type { ExplainedLot } from '../../contract.ts'

/** Formats exact points: drops trailing zeros, but keeps two decimals ('194.985000' → '194.985'). */
export const formatExactPoints = (exact: string | null): string =>
  exact === null ? '' : formatMoney(trimDecimals(exact))

export const isZeroDecimal = (value: string): boolean => /^-?[0.]*$/.test(value)

/** Returns the whole parts of the lines as a readable sum (`350 + 194 + 26`), and its result. */
export function sumWholeParts(lines: ExplainedLot['Lines']): { parts: string; sum: number } {
  const parts = lines
    .filter(({ Exact }) => !isZeroDecimal(Exact))
    .map(({ Exact }) => Math.max(0, Math.floor(Number(Exact))))
  return { parts: parts.join(' + '), sum: parts.reduce((all, one) => all + one, 0) }
}

const MICRO = 1_000_000
const millionths = (exact: string) => Math.round(Number(exact) * MICRO)
const asExact = (units: number) => (units / MICRO).toFixed(6)

type RoundedPoints = { points: number; rounding: string }

/**
 * Returns the lines and the total, each as Exact + Rounding = Points.
 * If a cap leaves less than the whole parts, the lines show their whole parts and the cap is a separate row.
 */
export function splitPointsBeforeCap(
  { Lines, Whole }: ExplainedLot,
  capped: boolean,
): RoundedPoints & { lines: Map<number, RoundedPoints> } {
  const roundedPoints = (exact: string, points: number): RoundedPoints => ({
    points,
    rounding: asExact(points * MICRO - millionths(exact)),
  })
  const lines = new Map(
    Lines.map(({ SequenceNo, Exact, PointsEarned }) => [
      SequenceNo,
      roundedPoints(Exact, capped ? Math.max(0, Math.floor(Number(Exact))) : PointsEarned),
    ]),
  )
  const points = [...lines.values()].reduce((sum, line) => sum + line.points, 0)
  return { ...roundedPoints(Whole?.Exact ?? '0', points), lines }
}
