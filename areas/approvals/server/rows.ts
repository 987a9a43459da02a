import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Approval } from '../contract.ts'

// What the queue looks like, and who sees which part of it.

const yn = (condition: ReturnType<typeof sql<SqlBool>>) => sql<'Y' | 'N'>`case when ${condition} then 'Y' else 'N' end`

const isOwn = (ctx: Ctx) => sql<SqlBool>`(requested_by_id is not distinct from ${ctx.actor.userId}::bigint)`

/** Holds the privilege and works where the request was made, or at head office. */
export const isForMe = ({ actor }: Ctx) => sql<SqlBool>`(
  privilege = any(${[...actor.privileges]}::text[])
  and (${actor.isHQ}::boolean or outlet_code is not distinct from ${actor.outletCode}::text))`

export const isVisible = (ctx: Ctx) => sql<SqlBool>`(${isForMe(ctx)} or ${isOwn(ctx)})`
export { isOwn }

export const approvals = (ctx: Ctx) =>
  ctx.db
    .selectFrom('Approval')
    .select([
      'ApprovalId',
      'Kind',
      'ObjectType',
      'ObjectId',
      sql<Approval['Summary']>`summary`.as('Summary'),
      'Privilege',
      'MembershipNo',
      'OutletCode',
      'RequestedBy',
      'RequestedAt',
      sql<Approval['Status']>`status`.as('Status'),
      'DecidedBy',
      'DecidedAt',
      'DecisionRemark',
      yn(isOwn(ctx)).as('OwnYN'),
      yn(sql`(status = 'Pending' and ${isForMe(ctx)} and not ${isOwn(ctx)})`).as('MayDecideYN'),
    ])

/** With what was asked for, as its area sees it. */
export const requests = (ctx: Ctx) => approvals(ctx).select(['RequestedById', 'Payload'])
export type Requested = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>
