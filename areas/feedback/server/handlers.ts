import { CompiledQuery } from 'kysely'
import {
  customerRewardClaimed,
  customerRewardCollected,
  type RewardMoved,
} from '#areas/customer-rewards/server/index.ts'
import { saleReceived } from '#areas/sales/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Handler, on, onSql } from '#kit/server/events.ts'
import type { Audience } from '../contract.ts'

const INVITE = 'select invite_by_rule($1, $2, $3::bigint, $4, $5::bigint, null, $6::timestamptz)'

/** A statement that travels with COMMIT: it costs the counter no round trip. */
const invite =
  (rule: Audience, act: string) =>
  async (ctx: Ctx, { ReferenceCode, CustomerId }: RewardMoved) => {
    const { outletCode, staffId } = ctx.actor
    const values = [rule, `${act} ${ReferenceCode}`, CustomerId, outletCode, staffId, ctx.now]
    if (ctx.atEnd) ctx.atEnd(INVITE, values)
    else await ctx.db.executeQuery(CompiledQuery.raw(INVITE, values))
  }

const asks = 'asks the customer for feedback, where a form is sent by this rule'

export const feedbackHandlers: readonly Handler[] = [
  on(customerRewardClaimed, asks, invite('After claim', 'claim')),
  on(customerRewardCollected, asks, invite('After collect', 'collect')),
  onSql(saleReceived, asks),
]
