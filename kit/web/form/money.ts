// Amounts stay decimal text from the key press to the database: a float would lose cents.

/** Keeps what can belong to an amount: digits, one point, a leading minus, at most `places` decimals. */
export function typedAmount(text: string, { places = 2, negative = true } = {}) {
  const minus = negative && /^\s*[-−(]/.test(text) ? '-' : ''
  const plain = decimalPointOf(text).replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  if (rest.length === 0 || places === 0) return minus + whole
  return `${minus}${whole}.${rest.join('').slice(0, places)}`
}

/** A pasted "1.234,50" means 1234.50: the last separator is the decimal one if at most two digits follow it. */
function decimalPointOf(text: string) {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  const commaIsDecimal = lastComma > lastPoint && /,\d{0,2}\s*$/.test(text)
  return commaIsDecimal ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}

/** The amount as it is stored: leading zeros dropped, decimals padded; '' stays ''. */
export function settledAmount(text: string, places = 2) {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match || !/\d/.test(text)) return text === '-' ? '' : text
  const [, minus, whole = '', fraction = ''] = match
  const kept = `${whole.replace(/^0+(?=\d)/, '') || '0'}${places > 0 ? `.${fraction.padEnd(places, '0')}` : ''}`
  return /^[0.]*$/.test(kept) ? kept : minus + kept
}

/** The amount as it is read: 1234567.50 → 1,234,567.50. Works on text, digit by digit. */
export function groupedAmount(text: string) {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
