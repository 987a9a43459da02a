import { formatMoney, formatPoints } from './format.ts'
import './kit.css'

type Sign = 'plain' | 'signed'

const toneOf = (negative: boolean, zero: boolean, sign: Sign) =>
  sign === 'plain' || zero ? 'carat-figure' : `carat-figure ${negative ? 'carat-figure-minus' : 'carat-figure-plus'}`

type MoneyProps = {
  amount: string | null | undefined
  /** `signed` shows + or − in colour, for changes of a balance. */
  sign?: Sign
  currency?: boolean
}

/** Shows an amount in tabular figures. The amount stays decimal text, because a float would lose cents. */
export function MoneyText({ amount, sign = 'plain', currency = false }: MoneyProps) {
  if (amount === null || amount === undefined || amount === '') return null
  const negative = amount.startsWith('-')
  const zero = /^-?[0.]*$/.test(amount)
  return (
    <span className={toneOf(negative, zero, sign)} dir="ltr">
      {sign === 'signed' && !negative && !zero ? '+' : ''}
      {formatMoney(amount, { currency })}
    </span>
  )
}

/** Shows whole points with thousands separators; `signed` adds + or − for a ledger entry. */
export function PointsText({ points, sign = 'plain' }: { points: number | null | undefined; sign?: Sign }) {
  if (points === null || points === undefined) return null
  return (
    <span className={toneOf(points < 0, points === 0, sign)} dir="ltr">
      {sign === 'signed' && points > 0 ? '+' : ''}
      {formatPoints(points)}
    </span>
  )
}
