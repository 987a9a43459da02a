import type { Detail } from '../../contract.ts'
import { toThousandths, trimQuantityZeros, unitsToAmount } from '../amounts.ts'

export const CANCEL_REASON_LENGTH_MAX = 500

/** Quantities to cancel by line number; lines without an entry are not cancelled. */
export type CancelledQuantities = Readonly<Record<number, string>>

/** Returns the quantity of a line that can still be cancelled, for example '1.5'. */
export const cancellableQuantity = ({ Quantity, CancelledQuantity }: Detail) =>
  trimQuantityZeros(unitsToAmount(toThousandths(Quantity) - toThousandths(CancelledQuantity), 3))

export const findCancellableLines = (lines: readonly Detail[]) =>
  lines.filter((line) => toThousandths(cancellableQuantity(line)) > 0n)

export const quantitiesOfAllLines = (lines: readonly Detail[]): CancelledQuantities =>
  Object.fromEntries(findCancellableLines(lines).map((line) => [line.SequenceNo, cancellableQuantity(line)]))

export const exceedsRemainingQuantity = (line: Detail, quantity: string) =>
  toThousandths(quantity) > toThousandths(cancellableQuantity(line))
export const isZeroQuantity = (quantity: string) => toThousandths(quantity) <= 0n

/** Returns the lines of the request: undefined for the whole sale; a whole line has no quantity. */
export function toCancelDetails(lines: readonly Detail[], quantities: CancelledQuantities) {
  const whole = findCancellableLines(lines).every(
    (line) => toThousandths(quantities[line.SequenceNo] ?? '') === toThousandths(cancellableQuantity(line)),
  )
  if (whole) return undefined
  return Object.entries(quantities).map(([number, quantity]) => {
    const line = lines.find(({ SequenceNo }) => SequenceNo === Number(number))
    const all = line && toThousandths(quantity) === toThousandths(cancellableQuantity(line))
    return { OldSequenceNo: Number(number), ...(!all && { Quantity: quantity }) }
  })
}
