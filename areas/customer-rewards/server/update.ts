import { accessRefusals } from '#areas/access/contract.ts'
import { customerRefusals } from '#areas/customers/contract/customers.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import type { CustomerRewardStatus } from '../contract.ts'
import { claimReward, collectReward } from './hand-over.ts'
import { findVisibleRewardHolder, grantAccessToRewardCustomer, normaliseCustomerIdentifier } from './identify.ts'
import { logCustomerRewardAction, readCustomerReward, rewardRuleRefusals, rewardRuleSource } from './reward-rows.ts'
import { cancelClaim, cancelCollect, cancelRedeem, extendReward } from './take-back.ts'

type UpdateInput = Input<typeof contract.updateCustomerReward>
type IdentifiedInput = UpdateInput & {
  IdentifierType: NonNullable<UpdateInput['IdentifierType']>
  Identifier: string
}
type Transition = {
  role: string
  headOfficeOnly?: true
  run: (ctx: Ctx, input: IdentifiedInput) => Promise<contract.ChangedReward>
}

const reasonOf = ({ Remarks }: UpdateInput) => Remarks ?? 'Update Customer Reward'

/** The actions by current and requested status of a customer reward. Each action has the role and checks of its endpoint. */
const transitions: Partial<Record<`${CustomerRewardStatus} → ${CustomerRewardStatus}`, Transition>> = {
  'Active → Claimed': { role: 'Claim Rewards', run: claimReward },
  'Active → Collected': { role: 'Collect Rewards', run: collectReward },
  'Active → Cancelled': {
    role: 'Cancel Redeem Rewards',
    run: (ctx, input) => cancelRedeem(ctx, { ...input, Reason: reasonOf(input) }),
  },
  'Claimed → Active': {
    role: 'Cancel Claim Rewards',
    run: (ctx, input) => cancelClaim(ctx, { ...input, Reason: reasonOf(input) }),
  },
  'Collected → Active': {
    role: 'Cancel Collect Rewards',
    run: (ctx, input) => cancelCollect(ctx, { ...input, Reason: reasonOf(input), ItemBackYN: input.ItemBackYN ?? 'N' }),
  },
  'Active → Active': {
    role: 'Rewards',
    headOfficeOnly: true,
    run: async (ctx, input) => {
      const { ReferenceCode, ValidityTo } = input
      return ValidityTo ? extendReward(ctx, { ...input, ReferenceCode, ValidityTo }) : saveRemarks(ctx, input)
    },
  },
}

/** Changes the remarks of a customer reward. A Status in the request runs the action that leads to this status. */
export async function updateCustomerReward(ctx: Ctx, input: UpdateInput) {
  const { ReferenceCode, Status, IdentifierType, Identifier } = input
  const holder =
    IdentifierType && Identifier ? { IdentifierType, Identifier } : await findVisibleRewardHolder(ctx, ReferenceCode)
  // Outlet staff get the same error for another outlet's reward as for an unknown reward.
  if (!holder) throw ctx.actor.isHQ ? customerRewardRefusals.notFound() : customerRefusals.foreign()
  const identified: IdentifiedInput = { ...input, ...holder }
  const status = await lockIdentified(ctx, identified)
  if (Status === undefined) return saveRemarks(ctx, input)

  const transition = transitions[`${status} → ${Status}`]
  if (!transition) throw refusalFor(status, Status)
  if (!ctx.actor.roles.has(transition.role)) throw accessRefusals.forbidden()
  if (transition.headOfficeOnly && !ctx.actor.isHQ) throw customerRewardRefusals.headOfficeExtends()
  // The text log gets only the entry that the specification defines for the update, and no entry of the action.
  const changed = await transition.run({ ...ctx, audit: () => {} }, identified)
  const action = Status === 'Active' ? 'Update Expiry Date' : 'Redeem Customer Reward'
  logCustomerRewardAction(ctx, action, ReferenceCode, `, Status - ${Status}`)
  return changed
}

/** Locks the customer reward and returns its status. Rejects the identifier of another customer. */
async function lockIdentified(ctx: Ctx, { ReferenceCode, ...identifier }: IdentifiedInput) {
  const { IdentifierType, Identifier } = normaliseCustomerIdentifier(identifier)
  const input = { ReferenceCode, IdentifierType, Identifier }
  const { Status } = await databaseFunctions.rewardAtCounter(
    ctx.db,
    { input, done: 'Active', missing: 'notFound' },
    rewardRuleRefusals,
  )
  return Status
}

/** Returns the error that the specification defines for a change of status that is not allowed. */
function refusalFor(Status: CustomerRewardStatus, requested: CustomerRewardStatus) {
  if (requested === 'Claimed') return customerRewardRefusals.claimOf({ Status })
  if (requested === 'Collected')
    return Status === 'Collected' ? customerRewardRefusals.collectedAlready() : customerRewardRefusals.recordNotFound()
  if (requested === 'Cancelled') return customerRewardRefusals.cancelRedeemOf({ Status })
  if (requested === 'Active') return customerRewardRefusals.cancelClaimOf({ Status })
  return customerRewardRefusals.noSuchMove({ Status })
}

async function saveRemarks(ctx: Ctx, { ReferenceCode, Remarks }: UpdateInput) {
  if (Remarks !== undefined)
    await ctx.db
      .updateTable('CustomerReward')
      .set(({ eb }) => ({ Remarks, Version: eb('Version', '+', 1), UpdatedAt: rewardRuleSource(ctx).At }))
      .where('ReferenceCode', '=', ReferenceCode)
      .execute()
  const reward = await readCustomerReward(ctx, ReferenceCode)
  await grantAccessToRewardCustomer(ctx, reward)
  logCustomerRewardAction(ctx, 'Update Customer Reward', ReferenceCode)
  return { ...reward, Notices: [] }
}
