import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Approval, refusals } from '../contract.ts'
import type { Request } from './kinds.ts'

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
    .where(isVisible(ctx))

export async function approvalOf(ctx: Ctx, ApprovalId: number) {
  const row = await approvals(ctx).where('ApprovalId', '=', ApprovalId).executeTakeFirst()
  if (!row) throw refusals.notFound()
  return row
}

/** The request as its area sees it, and what was asked for; not filtered by who looks. */
export async function requestOf(
  ctx: Ctx,
  ApprovalId: number,
): Promise<{ request: Request; Payload: unknown } | undefined> {
  const row = await ctx.db
    .selectFrom('Approval')
    .select([
      'ApprovalId',
      'ObjectType',
      'ObjectId',
      'MembershipNo',
      'OutletCode',
      'RequestedById',
      'RequestedBy',
      'DecisionRemark',
      'Payload',
      sql<Request['Status']>`status`.as('Status'),
    ])
    .where('ApprovalId', '=', ApprovalId)
    .executeTakeFirst()
  if (!row) return undefined
  const { Payload, ...request } = row
  return { request, Payload }
}
