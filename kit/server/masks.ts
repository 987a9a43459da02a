// Masks personal data for users who do not need the full values.

/** Masks an identity number except its last four characters: `******-**-1234`. A short number keeps its last one. */
export function maskedIdNo(idNo: string | null): string | null {
  if (!idNo) return null
  if (idNo.length === 1) return '*'
  if (/^\d{12}$/.test(idNo)) return `******-**-${idNo.slice(-4)}`
  const visible = idNo.length > 6 ? 4 : 1
  return '*'.repeat(idNo.length - visible) + idNo.slice(idNo.length - visible)
}

/** Masks a name and keeps the first letter of each word. */
export const maskedName = (name: string) =>
  name.replace(/(\p{L})(\S+)/gu, (_, first: string, rest: string) => first + '*'.repeat([...rest].length))

/** Masks the identity number of a customer row for every list and page of customers. */
export const withMaskedIdNo = <Row extends { IdNo: string | null }>(row: Row): Row => ({
  ...row,
  IdNo: maskedIdNo(row.IdNo),
})
