// What is shown of a person to somebody who has no need to know the rest. Names end in the field they hide.

/** `******-**-1234` for a Malaysian number, the last four characters of any other; short ones show their last only. */
export function maskedIdNo(idNo: string | null): string | null {
  if (!idNo) return null
  if (idNo.length === 1) return '*'
  if (/^\d{12}$/.test(idNo)) return `******-**-${idNo.slice(-4)}`
  const visible = idNo.length > 6 ? 4 : 1
  return '*'.repeat(idNo.length - visible) + idNo.slice(idNo.length - visible)
}

/** The first letter of each word. */
export const maskedName = (name: string) =>
  name.replace(/(\p{L})(\S+)/gu, (_, first: string, rest: string) => first + '*'.repeat([...rest].length))

export const maskedPhone = (phone: string | null) =>
  phone && phone.slice(0, 3) + '*'.repeat(Math.max(0, phone.length - 7)) + phone.slice(-4)

export const maskedEmail = (email: string | null) => email?.replace(/^(.)[^@]*/, '$1***') ?? null

/** A row with its identity number masked: what every list and view of customers sends. */
export const withMaskedIdNo = <Row extends { IdNo: string | null }>(row: Row): Row => ({
  ...row,
  IdNo: maskedIdNo(row.IdNo),
})
