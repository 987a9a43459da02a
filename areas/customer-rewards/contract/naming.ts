import { z } from 'zod'
import { longText, optionalField, text, upperCaseText } from '#kit/contract/fields.ts'
import { namedRows, row } from '#kit/contract/scope.ts'
import { Identifier } from './customer-reward.ts'

// The fields by which a request identifies a customer reward and its member at the counter.

export const ReferenceCode = upperCaseText(20)
export const rewardReasonText = longText(300)
export const InvoiceNo = optionalField(upperCaseText(40))

/** Fields that identify the customer at the counter. Spaces, case and phone formatting are ignored. */
const customerIdentifier = { IdentifierType: Identifier, Identifier: text(254) } as const
/** The fields that identify a customer reward: its reference code, or the code of the reward together with the member. */
const rewardIdentifier = {
  ReferenceCode: ReferenceCode.optional(),
  RewardCode: upperCaseText(20).optional(),
  ...customerIdentifier,
} as const
/** The request body that identifies a customer reward and its customer. ReferenceCode or RewardCode is required. */
export const rewardIdentificationBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...rewardIdentifier, ...shape }).refine(
    (body) => {
      const { ReferenceCode, RewardCode } = body as { ReferenceCode?: string; RewardCode?: string }
      return ReferenceCode !== undefined || RewardCode !== undefined
    },
    { path: ['ReferenceCode'], message: 'Required' },
  )

/** The scope of endpoints in which a reference code with a matching identifier gives access to the customer. */
export const accessGrantingReferenceScope = namedRows(row('customer reward', 'ReferenceCode', 'opens'))
export const lookedUpReferenceScope = namedRows(row('customer reward', 'ReferenceCode', 'looked up'))
export const rowKindsOfRewardActions = ['customer reward', 'membership', 'reward stock', 'reward', 'voucher'] as const
