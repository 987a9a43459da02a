import type { Detail } from '../../contract.ts'
import { amountOf, plainQuantity, thousandths } from '../amounts.ts'

export const REASON_MAX = 500

/** Line by its number → how much of it is to be taken back; lines that stay are not in it. */
export type Chosen = Readonly<Record<number, string>>

/** What of a line can still be cancelled, '1.5'. */
export const leftOf = ({ Quantity, CancelledQuantity }: Detail) =>
  plainQuantity(amountOf(thousandths(Quantity) - thousandths(CancelledQuantity), 3))

export const cancellable = (lines: readonly Detail[]) => lines.filter((line) => thousandths(leftOf(line)) > 0n)

export const everything = (lines: readonly Detail[]): Chosen =>
  Object.fromEntries(cancellable(lines).map((line) => [line.SequenceNo, leftOf(line)]))

export const isTooMuch = (line: Detail, quantity: string) => thousandths(quantity) > thousandths(leftOf(line))
export const isNothing = (quantity: string) => thousandths(quantity) <= 0n

/** As the call wants it: without a quantity where all that is left goes; left out means the whole sale. */
export function detailsOf(lines: readonly Detail[], chosen: Chosen) {
  const whole = cancellable(lines).every(
    (line) => thousandths(chosen[line.SequenceNo] ?? '') === thousandths(leftOf(line)),
  )
  if (whole) return undefined
  return Object.entries(chosen).map(([number, quantity]) => {
    const line = lines.find(({ SequenceNo }) => SequenceNo === Number(number))
    const all = line && thousandths(quantity) === thousandths(leftOf(line))
    return { OldSequenceNo: Number(number), ...(!all && { Quantity: quantity }) }
  })
}
