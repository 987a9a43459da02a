// The protocol between the kit and the test driver of a till: one JSON object per line, described in docs/conformance.md.

/** A line that the till sells. Quantities and prices are decimal text. */
export type Goods = {
  line: number
  brand: string
  description: string
  quantity: string
  unitPrice: string
  discount?: string
}

export type ReturnedLine = { line: number; quantity?: string }

export type DriverCommand =
  | { do: 'start'; url: string; clientId: string; clientSecret: string; outlet: string; resume: boolean }
  | { do: 'restart' }
  | { do: 'lookup'; typed: string }
  | { do: 'sell'; invoiceNo: string; membershipNo?: string; lines: Goods[] }
  | { do: 'addLine'; invoiceNo: string; line: Goods }
  | { do: 'return'; returnNo: string; invoiceNo: string; lines?: ReturnedLine[] }
  | {
      do: 'exchange'
      returnNo: string
      invoiceNo: string
      lines: ReturnedLine[]
      newInvoiceNo: string
      membershipNo?: string
      newLines: Goods[]
    }
  | { do: 'reserve'; membershipNo: string; points: number }
  | { do: 'leave'; membershipNo: string }
  | { do: 'redeem'; membershipNo: string; points: number; invoiceNo: string }
  | { do: 'refund'; invoiceNo: string }
  | { do: 'payVoucher'; voucherNo: string; securityCode: string; invoiceNo: string }
  | { do: 'sync' }

/**
 * `queued`: the till accepted the action and sends it later. `refused`: the action has no effect.
 * `unsupported`: the till does not have this function, so the case is skipped.
 */
export type Outcome = 'done' | 'queued' | 'refused' | 'unsupported'

/** The reply of the driver: the outcome, and the text that the cashier sees. */
export type DriverAnswer = {
  outcome: Outcome
  shown: string
  /** The member's points after the action, if the server returned them. */
  balance?: number | null
  /** The member, for the command `lookup`. */
  membershipNo?: string
  name?: string
}

const outcomes = ['done', 'queued', 'refused', 'unsupported']

/** Parses the reply of a driver. Throws with the reason if the reply does not follow the protocol. */
export function answerOf(reply: unknown): DriverAnswer {
  const { outcome, shown } = (typeof reply === 'object' && reply !== null ? reply : {}) as Record<string, unknown>
  if (typeof outcome !== 'string' || !outcomes.includes(outcome))
    throw new Error(`The driver answered without an outcome of ${outcomes.join(', ')}: ${JSON.stringify(reply)}`)
  if (typeof shown !== 'string') throw new Error(`The driver answered without "shown": ${JSON.stringify(reply)}`)
  return reply as DriverAnswer
}
