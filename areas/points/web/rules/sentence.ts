import { formatMoney, formatPoints, getCurrency } from '#kit/web/format.ts'

const SPENT = 1_000n

const cents = (decimal: string) => BigInt(decimal.replace('.', ''))

/** Returns the points for RM 1,000, rounded down like an invoice; undefined while the rate is incomplete. */
export function calculateRateExample(amount: unknown, pointRate: unknown) {
  const typed = [amount, pointRate].map((value) => `${value ?? ''}`.replaceAll(',', '').trim())
  if (!typed.every((value) => /^\d{1,10}(\.\d{1,2})?$/.test(value))) return undefined
  const [of, gives] = typed.map((value) => {
    const [whole = '0', fraction = ''] = value.split('.')
    return cents(`${whole}.${fraction.padEnd(2, '0')}`)
  }) as [bigint, bigint]
  if (of === 0n) return undefined
  return {
    amount: `${getCurrency()} ${formatMoney(`${SPENT}`).replace('.00', '')}`,
    points: formatPoints(Number((SPENT * gives) / of)),
  }
}

export const formatMoneyWithCurrency = (amount: string) => `${getCurrency()} ${formatMoney(amount)}`
