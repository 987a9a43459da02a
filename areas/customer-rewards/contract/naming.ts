import { z } from 'zod'
import { longText, optional, text, upperText } from '#kit/contract/fields.ts'
import { row, rows } from '#kit/contract/scope.ts'
import { Identifier } from './customer-reward.ts'

// HOW A REWARD AND ITS MEMBER ARE NAMED at the counter.

export const ReferenceCode = upperText(20)
export const reason = longText(300)
export const InvoiceNo = optional(upperText(40))

/** Who stands at the counter: one number or address of theirs, blanks and writing do not matter. */
const identified = { IdentifierType: Identifier, Identifier: text(254) } as const
/** Which reward: what the member holds by its own code, or the reward by its code and the member by the identifier. */
const named = {
  ReferenceCode: ReferenceCode.optional(),
  RewardCode: upperText(20).optional(),
  ...identified,
} as const
/** One of the two must be named. */
export const oneNamed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...named, ...shape }).refine(
    (sent) => {
      const { ReferenceCode, RewardCode } = sent as { ReferenceCode?: string; RewardCode?: string }
      return ReferenceCode !== undefined || RewardCode !== undefined
    },
    { path: ['ReferenceCode'], message: 'Required' },
  )

/** Naming what a member holds together with a matching identifier is a look-up of that customer. */
export const opens = rows(row('customer reward', 'ReferenceCode', 'opens'))
export const lookedUp = rows(row('customer reward', 'ReferenceCode', 'looked up'))
export const about = ['customer reward', 'membership', 'reward stock', 'reward', 'voucher'] as const
