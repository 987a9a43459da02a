/** Parameters that determine the plural form, in order of precedence. */
const countParams = ['count', 'points', 'Points', 'members', 'vouchers', 'rows', 'n', 'failed'] as const

/** The number that determines the plural form. It may already be formatted: "1", "1,234". */
export function pluralCount(params: Record<string, string | number>): number | undefined {
  const name = countParams.find((candidate) => params[candidate] !== undefined)
  if (name === undefined) return undefined
  const value = params[name]!
  return typeof value === 'number' ? value : Number(value.replace(/[^\d.-]/g, '') || Number.NaN)
}
