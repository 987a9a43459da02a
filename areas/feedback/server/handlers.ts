import { CompiledQuery } from 'kysely'
import {
  type CustomerRewardEvent,
  customerRewardClaimed,
  customerRewardCollected,
} from '#areas/customer-rewards/server/index.ts'
import { saleReceivedEvent } from '#areas/sales/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type EventHandler, handleEvent, handleSqlEvent } from '#kit/server/events.ts'
import type { Audience } from '../contract.ts'

const INVITE = 'select invite_by_rule($1, $2, $3::bigint, $4, $5::bigint, null, $6::timestamptz)'

/** Creates the invitation at the commit of the hand-over, so that the counter needs no additional round trip. */
const invite =
  (rule: Audience, act: string) =>
  async (ctx: Ctx, { ReferenceCode, CustomerId }: CustomerRewardEvent) => {
    const { outletCode, staffId } = ctx.actor
    const values = [rule, `${act} ${ReferenceCode}`, CustomerId, outletCode, staffId, ctx.now]
    if (ctx.atEnd) ctx.atEnd(INVITE, values)
    else await ctx.db.executeQuery(CompiledQuery.raw(INVITE, values))
  }

const INVITES = 'invites the customer to give feedback if a form is set to be sent by this rule'

export const feedbackHandlers: readonly EventHandler[] = [
  handleEvent(customerRewardClaimed, INVITES, invite('After claim', 'claim')),
  handleEvent(customerRewardCollected, INVITES, invite('After collect', 'collect')),
  handleSqlEvent(saleReceivedEvent, INVITES),
]
