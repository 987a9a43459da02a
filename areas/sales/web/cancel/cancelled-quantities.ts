import type { Detail } from '../../contract.ts'
import { amountOf, plainQuantity, thousandths } from '../amounts.ts'

export const REASON_MAX = 500

/** Line number → quantity to cancel; lines that stay are absent. */
export type CancelledQuantities = Readonly<Record<number, string>>

/** The quantity of a line that can still be cancelled, such as '1.5'. */
export const leftOf = ({ Quantity, CancelledQuantity }: Detail) =>
  plainQuantity(amountOf(thousandths(Quantity) - thousandths(CancelledQuantity), 3))

export const cancellable = (lines: readonly Detail[]) => lines.filter((line) => thousandths(leftOf(line)) > 0n)

export const chooseAllLines = (lines: readonly Detail[]): CancelledQuantities =>
  Object.fromEntries(cancellable(lines).map((line) => [line.SequenceNo, leftOf(line)]))

export const isTooMuch = (line: Detail, quantity: string) => thousandths(quantity) > thousandths(leftOf(line))
export const isNothing = (quantity: string) => thousandths(quantity) <= 0n

/** The call's input: no quantity if the rest of the line goes; undefined if the whole sale goes. */
export function detailsOf(lines: readonly Detail[], quantities: CancelledQuantities) {
  const whole = cancellable(lines).every(
    (line) => thousandths(quantities[line.SequenceNo] ?? '') === thousandths(leftOf(line)),
  )
  if (whole) return undefined
  return Object.entries(quantities).map(([number, quantity]) => {
    const line = lines.find(({ SequenceNo }) => SequenceNo === Number(number))
    const all = line && thousandths(quantity) === thousandths(leftOf(line))
    return { OldSequenceNo: Number(number), ...(!all && { Quantity: quantity }) }
  })
}
