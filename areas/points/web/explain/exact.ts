import { formatMoney } from '#kit/web/format.ts'
import type { ExplainedLot } from '../../contract.ts'

/** '194.985000' → '194.985', '350.000000' → '350.00': as many decimals as say something, two at least. */
export const exactText = (exact: string | null): string => formatMoney(exact?.replace(/(\.\d\d\d*?)0+$/, '$1'))

export const isZero = (value: string): boolean => /^-?[0.]*$/.test(value)

/** The whole parts of the lines, as a sum that can be read: `350 + 194 + 26`, and what it comes to. */
export function wholeParts(lines: ExplainedLot['Lines']): { parts: string; sum: number } {
  const parts = lines.filter(({ Exact }) => !isZero(Exact)).map(({ Exact }) => Math.max(0, Math.floor(Number(Exact))))
  return { parts: parts.join(' + '), sum: parts.reduce((all, one) => all + one, 0) }
}

const MICRO = 1_000_000
const millionths = (exact: string) => Math.round(Number(exact) * MICRO)
const asExact = (units: number) => (units / MICRO).toFixed(6)

type Counted = { points: number; rounding: string }

/**
 * The lines as they add up: Exact + Rounding = Points, each and all together. Where a cap leaves less than their whole parts,
 * these stand here, and what the cap took is shown after them.
 */
export function beforeCap({ Lines, Whole }: ExplainedLot, capped: boolean): Counted & { lines: Map<number, Counted> } {
  const counted = (exact: string, points: number): Counted => ({
    points,
    rounding: asExact(points * MICRO - millionths(exact)),
  })
  const lines = new Map(
    Lines.map(({ SequenceNo, Exact, PointsEarned }) => [
      SequenceNo,
      counted(Exact, capped ? Math.max(0, Math.floor(Number(Exact))) : PointsEarned),
    ]),
  )
  const points = [...lines.values()].reduce((sum, line) => sum + line.points, 0)
  return { ...counted(Whole?.Exact ?? '0', points), lines }
}
