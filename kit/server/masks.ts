// Masked forms of personal data, for viewers who do not need the full values.

/** `******-**-1234` for a Malaysian number, the last four characters of any other, the last one of short ones. */
export function maskedIdNo(idNo: string | null): string | null {
  if (!idNo) return null
  if (idNo.length === 1) return '*'
  if (/^\d{12}$/.test(idNo)) return `******-**-${idNo.slice(-4)}`
  const visible = idNo.length > 6 ? 4 : 1
  return '*'.repeat(idNo.length - visible) + idNo.slice(idNo.length - visible)
}

/** Keeps the first letter of each word. */
export const maskedName = (name: string) =>
  name.replace(/(\p{L})(\S+)/gu, (_, first: string, rest: string) => first + '*'.repeat([...rest].length))

/** Masks the identity number of a row. Every list and view of customers uses it. */
export const withMaskedIdNo = <Row extends { IdNo: string | null }>(row: Row): Row => ({
  ...row,
  IdNo: maskedIdNo(row.IdNo),
})
