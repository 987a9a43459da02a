import { CompiledQuery } from 'kysely'
import {
  type CustomerRewardEvent,
  customerRewardCancelled,
  customerRewardClaimed,
  customerRewardCollected,
  customerRewardExpired,
  customerRewardGiven,
  customerRewardRedeemed,
} from '#areas/customer-rewards/server/index.ts'
import { customerRegistered } from '#areas/customers/server/index.ts'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type EventHandler, handleEvent, handleSqlEvent } from '#kit/server/events.ts'
import type { MessageEvent } from '../contract.ts'

// An event that sends a message is recorded in the transaction of the event, if a template is active for it.
// The record of an event needs one statement, which is sent together with COMMIT.

type EventDetails = {
  CustomerId: number
  MembershipNo?: string | null
  ReferenceCode?: string | null
  RewardId?: number | null
}

const RECORD_SQL = 'select note_occasion($1, $2::jsonb, $3::timestamptz)'
const RECORD_AT_END_SQL = 'select note_occasion_at_end($1, $2::jsonb, $3::timestamptz)'

async function recordEvent(ctx: Ctx, event: MessageEvent, details: EventDetails) {
  const { outletCode: OutletCode, staffId: StaffId } = ctx.actor
  const values = [event, JSON.stringify({ ...details, OutletCode, StaffId }), ctx.now]
  if (ctx.atEnd) ctx.atEnd(RECORD_AT_END_SQL, values)
  else await ctx.db.executeQuery(CompiledQuery.raw(RECORD_SQL, values))
}

const recordRewardEvent =
  (event: MessageEvent) =>
  (ctx: Ctx, { CustomerId, MembershipNo, ReferenceCode, RewardId }: CustomerRewardEvent) =>
    recordEvent(ctx, event, { CustomerId, MembershipNo, ReferenceCode, RewardId })

const handlerText = 'sends a message to the customer if a template is active for the event'

export const messageHandlers: readonly EventHandler[] = [
  handleEvent(customerRegistered, handlerText, (ctx, { CustomerId }) =>
    recordEvent(ctx, 'MEMBER-JOINED', { CustomerId }),
  ),
  handleEvent(customerRewardRedeemed, handlerText, (ctx, moved) =>
    recordRewardEvent(isRedeemedKind(moved.Type) ? 'REWARD-REDEEMED' : 'REWARD-ISSUED')(ctx, moved),
  ),
  handleEvent(customerRewardClaimed, handlerText, recordRewardEvent('REWARD-CLAIMED')),
  handleEvent(customerRewardCollected, handlerText, recordRewardEvent('REWARD-COLLECTED')),
  handleEvent(customerRewardCancelled, handlerText, recordRewardEvent('REWARD-CANCELLED')),
  handleSqlEvent(customerRewardGiven, handlerText),
  handleSqlEvent(customerRewardExpired, handlerText),
]
