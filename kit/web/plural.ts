/** Parameters that hold the number of a text with a singular, where no `count` is passed. */
const numbers = ['count', 'points', 'Points', 'members', 'vouchers', 'rows', 'n', 'failed'] as const

/** The number by which a text takes its singular or plural. It may be formatted already: "1", "1,234". */
export function countIn(params: Record<string, string | number>): number | undefined {
  const name = numbers.find((one) => params[one] !== undefined)
  if (name === undefined) return undefined
  const value = params[name]!
  return typeof value === 'number' ? value : Number(value.replace(/[^\d.-]/g, '') || Number.NaN)
}
