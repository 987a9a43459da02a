// Amounts stay decimal text from the input to the database, because a float would lose cents.

/** Keeps the digits, one decimal point, a leading minus and at most `places` decimals of a typed amount. */
export function cleanTypedAmount(text: string, { places = 2, negative = true } = {}) {
  const minus = negative && /^\s*[-−(]/.test(text) ? '-' : ''
  const plain = decimalPointOf(text).replace(/[^\d.]/g, '')
  const [whole = '', ...fractionParts] = plain.split('.')
  if (fractionParts.length === 0 || places === 0) return minus + whole
  return `${minus}${whole}.${fractionParts.join('').slice(0, places)}`
}

/** Reads a pasted amount "1.234,50" as 1234.50. A last comma before at most two digits is the decimal separator. */
function decimalPointOf(text: string) {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  const commaIsDecimal = lastComma > lastPoint && /,\d{0,2}\s*$/.test(text)
  return commaIsDecimal ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}

/** Removes leading zeros from an amount and pads its decimals; '' stays ''. */
export function normalizeAmount(text: string, places = 2) {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match || !/\d/.test(text)) return text === '-' ? '' : text
  const [, minus, whole = '', fraction = ''] = match
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${places > 0 ? `.${fraction.padEnd(places, '0')}` : ''}`
  return /^[0.]*$/.test(digits) ? digits : minus + digits
}

/** Adds thousands separators to decimal text: 1234567.50 → 1,234,567.50. */
export function addThousandsSeparators(text: string) {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
