import { sql } from 'kysely'
import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { refusals as customerRefusals } from '#areas/customers/contract/customers.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'
import type { CustomerRewardStatus } from '../contract.ts'
import { claimReward, collectReward } from './hand-over.ts'
import { knownHolder, opened, storedIdentifier } from './identify.ts'
import { askRule, log, rewardNow, sourceOf } from './reward-rows.ts'
import { cancelClaim, cancelCollect, cancelRedeem, extendReward } from './take-back.ts'

type Update = Input<typeof contract.updateCustomerReward>
type Given = Update & { IdentifierType: NonNullable<Update['IdentifierType']>; Identifier: string }
type Move = { role: string; head?: true; run: (ctx: Ctx, input: Given) => Promise<contract.Changed> }

const reasonOf = ({ Remarks }: Update) => Remarks ?? 'Update Customer Reward'

/** What a Status asks for, by the present one: the transition of its own call, for the person who may make that. */
const moves: Partial<Record<`${CustomerRewardStatus} → ${CustomerRewardStatus}`, Move>> = {
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
    head: true,
    run: async (ctx, input) => {
      const { ReferenceCode, ValidityTo } = input
      return ValidityTo ? extendReward(ctx, { ...input, ReferenceCode, ValidityTo }) : keepRemarks(ctx, input)
    },
  },
}

/** Remarks; and with a Status the transition that leads there, under the guards of its own call. */
export async function updateCustomerReward(ctx: Ctx, input: Update) {
  const { ReferenceCode, Status, IdentifierType, Identifier } = input
  const named = IdentifierType && Identifier ? { IdentifierType, Identifier } : await knownHolder(ctx, ReferenceCode)
  // Whether it is another outlet's, or there is none, is answered alike.
  if (!named) throw ctx.actor.isHQ ? refusals.notFound() : customerRefusals.foreign()
  const given: Given = { ...input, ...named }
  const present = await identified(ctx, given)
  if (Status === undefined) return keepRemarks(ctx, input)

  const move = moves[`${present} → ${Status}`]
  if (!move) throw refusalFor(present, Status)
  if (!ctx.actor.roles.has(move.role)) throw accessRefusals.forbidden()
  if (move.head && !ctx.actor.isHQ) throw refusals.headOfficeExtends()
  // The log has one entry for the update, in the specification's words, and none for the transition behind it.
  const changed = await move.run({ ...ctx, audit: () => {} }, given)
  const action = Status === 'Active' ? 'Update Expiry Date' : 'Redeem Customer Reward'
  log(ctx, action, ReferenceCode, `, Status - ${Status}`)
  return changed
}

/** The status that it has now, behind the lock of its member; anyone who names somebody else is refused. */
async function identified(ctx: Ctx, { ReferenceCode, ...typed }: Given) {
  const { IdentifierType, Identifier } = storedIdentifier(typed)
  const status = await askRule(
    ctx,
    sql<{ Answer: CustomerRewardStatus }>`
      select (reward_at_counter(jsonb_build_object('ReferenceCode', ${ReferenceCode}::text, 'IdentifierType', ${IdentifierType}::text,
        'Identifier', ${Identifier}::text), 'Active', 'notFound')).status as answer`,
  )
  return status
}

/** The specification's sentence about the status, where it has one. */
function refusalFor(Status: CustomerRewardStatus, Next: CustomerRewardStatus) {
  if (Next === 'Claimed') return refusals.claimOf({ Status })
  if (Next === 'Collected') return Status === 'Collected' ? refusals.collectedAlready() : refusals.recordNotFound()
  if (Next === 'Cancelled') return refusals.cancelRedeemOf({ Status })
  if (Next === 'Active') return refusals.cancelClaimOf({ Status })
  return refusals.noSuchMove({ Status })
}

async function keepRemarks(ctx: Ctx, { ReferenceCode, Remarks }: Update) {
  if (Remarks !== undefined)
    await ctx.db
      .updateTable('CustomerReward')
      .set(({ eb }) => ({ Remarks, Version: eb('Version', '+', 1), UpdatedAt: sourceOf(ctx).At }))
      .where('ReferenceCode', '=', ReferenceCode)
      .execute()
  const reward = await rewardNow(ctx, ReferenceCode)
  await opened(ctx, reward)
  log(ctx, 'Update Customer Reward', ReferenceCode)
  return { ...reward, Notices: [] }
}
