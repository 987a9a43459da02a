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
