import { CompiledQuery } from 'kysely'
import {
  customerRewardCancelled,
  customerRewardClaimed,
  customerRewardCollected,
  customerRewardExpired,
  customerRewardGiven,
  customerRewardRedeemed,
  type RewardMoved,
} from '#areas/customer-rewards/server/index.ts'
import { customerRegistered } from '#areas/customers/server/index.ts'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Handler, on, onSql } from '#kit/server/events.ts'
import type { MessageEvent } from '../contract.ts'

// What happens is noted in the transaction in which it happens, where a template is active for it: that costs it one
// statement, which travels with COMMIT.

type Noted = {
  CustomerId: number
  MembershipNo?: string | null
  ReferenceCode?: string | null
  RewardId?: number | null
}

const NOTE = 'select note_occasion($1, $2::jsonb, $3::timestamptz)'
const NOTE_AT_END = 'select note_occasion_at_end($1, $2::jsonb, $3::timestamptz)'

async function note(ctx: Ctx, event: MessageEvent, about: Noted) {
  const { outletCode: OutletCode, staffId: StaffId } = ctx.actor
  const values = [event, JSON.stringify({ ...about, OutletCode, StaffId }), ctx.now]
  if (ctx.atEnd) ctx.atEnd(NOTE_AT_END, values)
  else await ctx.db.executeQuery(CompiledQuery.raw(NOTE, values))
}

const noteReward =
  (event: MessageEvent) =>
  (ctx: Ctx, { CustomerId, MembershipNo, ReferenceCode, RewardId }: RewardMoved) =>
    note(ctx, event, { CustomerId, MembershipNo, ReferenceCode, RewardId })

const writes = 'writes to the customer, where a template is active for it'

export const messageHandlers: readonly Handler[] = [
  on(customerRegistered, writes, (ctx, { CustomerId }) => note(ctx, 'MEMBER-JOINED', { CustomerId })),
  on(customerRewardRedeemed, writes, (ctx, moved) =>
    noteReward(isRedeemedKind(moved.Type) ? 'REWARD-REDEEMED' : 'REWARD-ISSUED')(ctx, moved),
  ),
  on(customerRewardClaimed, writes, noteReward('REWARD-CLAIMED')),
  on(customerRewardCollected, writes, noteReward('REWARD-COLLECTED')),
  on(customerRewardCancelled, writes, noteReward('REWARD-CANCELLED')),
  onSql(customerRewardGiven, writes),
  onSql(customerRewardExpired, writes),
]
