// Calculates sums of a sale's lines in the same way as the server; amounts are strings with a decimal point.
// The calculations use integers of the smallest unit, because floating-point numbers would lose cents.

const QUANTITY_PLACES = 3
const PRICE_PLACES = 4
const MONEY_PLACES = 2

/** Converts a text to an integer, for example '12.5' with 2 decimals to 1250n; text without a number counts as 0. */
export function toSmallestUnits(amount: string | null | undefined, places: number): bigint {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec((amount ?? '').trim())
  if (!match) return 0n
  const [, minus, whole = '', fraction = ''] = match
  const units = BigInt(`${whole || '0'}${fraction.slice(0, places).padEnd(places, '0')}`)
  return minus ? -units : units
}

/** Converts an integer to a text, for example 1250n with 2 decimals to '12.50'. */
export function unitsToAmount(units: bigint, places = MONEY_PLACES): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const text = places > 0 ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
  return units < 0n ? `-${text}` : text
}

export const toCents = (amount: string | null | undefined) => toSmallestUnits(amount, MONEY_PLACES)
export const toThousandths = (quantity: string | null | undefined) => toSmallestUnits(quantity, QUANTITY_PLACES)

/** Divides and rounds half away from zero, as the database does. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  const remainder = dividend % divisor
  const twice = (remainder < 0n ? -remainder : remainder) * 2n
  if (twice < (divisor < 0n ? -divisor : divisor)) return whole
  return dividend < 0n === divisor < 0n ? whole + 1n : whole - 1n
}

export type PricedLine = { Quantity: string; UnitPrice: string; Discount: string; Tax: string }

/** Returns the net amount of a line in cents: quantity × price, rounded once, less its discount, without tax. */
export function netCentsOfLine({ Quantity, UnitPrice, Discount }: PricedLine): bigint {
  const exact = toThousandths(Quantity) * toSmallestUnits(UnitPrice, PRICE_PLACES)
  return divideRounded(exact, 10n ** BigInt(QUANTITY_PLACES + PRICE_PLACES - MONEY_PLACES)) - toCents(Discount)
}

export type SaleTotals = { net: bigint; discount: bigint; tax: bigint; total: bigint; paid: bigint; due: bigint }

/** Returns the totals of a sale: price, amounts paid by voucher and trade-in, and the amount left to pay. */
export function calculateSaleTotals(
  lines: readonly PricedLine[],
  { TradeIn, VoucherAmount }: { TradeIn: string; VoucherAmount: string },
): SaleTotals {
  const sum = (amount: (line: PricedLine) => bigint) => lines.reduce((total, line) => total + amount(line), 0n)
  const net = sum(netCentsOfLine)
  const tax = sum(({ Tax }) => toCents(Tax))
  const paid = toCents(TradeIn) + toCents(VoucherAmount)
  return { net, tax, paid, discount: sum(({ Discount }) => toCents(Discount)), total: net + tax, due: net + tax - paid }
}

/** Removes trailing zeros of a quantity: '2.000' becomes '2'. */
export const trimQuantityZeros = (quantity: string) =>
  quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity

/** Formats a price with four decimals only if needed: '25.5000' becomes '25.50'. */
export const trimPriceZeros = (amount: string) => amount.replace(/(\.\d\d)0+$/, '$1')
