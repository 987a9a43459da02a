import type { Goods } from './protocol.ts'
import type { WrongHabit } from './till.ts'

// The lines, totals and times that the reference till sends.

/** Returns a decimal as an integer scaled by the given number of decimals. */
function unitsOf(text: string, decimals: number) {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

const moneyOf = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** Builds a line of the call. Net is quantity × price − discount, rounded half up to cents. */
export function detailOf(
  { line, brand, description, quantity, unitPrice, discount = '0.00' }: Goods,
  habit?: WrongHabit,
) {
  // The factors have 3 and 4 decimals, so one cent is 100,000 units.
  const exact = unitsOf(quantity, 3) * unitsOf(unitPrice, 4)
  const half = habit === 'rounds-down' ? 0n : 50_000n
  const net = (exact + half) / 100_000n - unitsOf(discount, 2)
  const common = { SequenceNo: line, Brand: brand, Description: description }
  if (habit === 'floats')
    return {
      ...common,
      Quantity: Number(quantity),
      UnitPrice: Number(unitPrice),
      Discount: Number(discount),
      NetAmount: Number(moneyOf(net)),
    }
  return { ...common, Quantity: quantity, UnitPrice: unitPrice, Discount: discount, NetAmount: moneyOf(net) }
}

export function totalOf(details: { NetAmount: string | number }[], habit?: WrongHabit) {
  if (habit === 'floats') return details.reduce((sum, { NetAmount }) => sum + Number(NetAmount), 0)
  return moneyOf(details.reduce((sum, { NetAmount }) => sum + unitsOf(String(NetAmount), 2), 0n))
}

export const timeOf = (moment: number, habit?: WrongHabit) => {
  const iso = new Date(moment).toISOString()
  return habit === 'local-time' ? iso.slice(0, 19) : iso
}
