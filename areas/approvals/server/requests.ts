import { type SqlBool, sql } from 'kysely'
import { isCaller } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type Approval, refusals } from '../contract.ts'
import { kindOf } from './kinds.ts'

// What the queue looks like, and who sees which part of it.

const yn = (condition: ReturnType<typeof sql<SqlBool>>) => sql<'Y' | 'N'>`case when ${condition} then 'Y' else 'N' end`

const isOwn = (ctx: Ctx) => sql<SqlBool>`(requested_by_id is not distinct from ${ctx.actor.userId}::bigint)`

/** Requested by the caller, under whichever account: another account of the requester decides nothing. */
const isBySamePerson = (ctx: Ctx) => isCaller(ctx, 'requested_by_id')

/** Holds the privilege and works where the request was made, or at head office. */
const isForMe = ({ actor }: Ctx) => sql<SqlBool>`(
  privilege = any(${[...actor.privileges]}::text[])
  and (${actor.isHQ}::boolean or outlet_code is not distinct from ${actor.outletCode}::text))`

export const isVisible = (ctx: Ctx) => sql<SqlBool>`(${isForMe(ctx)} or ${isOwn(ctx)})`

const approvals = (ctx: Ctx) =>
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
      yn(sql`(status = 'Pending' and ${isForMe(ctx)} and not ${isBySamePerson(ctx)})`).as('MayDecideYN'),
    ])

/** With what was asked for, as its area sees it. */
export const requests = (ctx: Ctx) =>
  approvals(ctx).select(['RequestedById', 'DecidedById', 'Payload']).select(isBySamePerson(ctx).as('IsBySamePerson'))
export type Requested = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>

export const listApprovals = (ctx: Ctx, { Search }: Input<typeof contract.listApprovals>) =>
  queryList(approvals(ctx).where(isVisible(ctx)), {
    where: [
      equals('Kind', Search.Kind),
      equals('Status', Search.Status),
      equals('MembershipNo', Search.MembershipNo),
      contains('RequestedBy', Search.RequestedBy),
      Search.DecidedYN && sql`(status <> 'Pending') = ${Search.DecidedYN === 'Y'}`,
      Search.OwnYN && sql`${isOwn(ctx)} = ${Search.OwnYN === 'Y'}`,
    ],
    tie: 'ApprovalId',
  })

/** One request with what it would change: asked of its area again, so that it is true of now. */
export async function getApproval(ctx: Ctx, { ApprovalId }: Input<typeof contract.getApproval>) {
  const found = await requests(ctx).where('ApprovalId', '=', ApprovalId).where(isVisible(ctx)).executeTakeFirst()
  if (!found) throw refusals.notFound()
  const { Payload, RequestedById, DecidedById: _, IsBySamePerson: __, ...approval } = found
  const kind = kindOf(ctx, approval.Kind)
  if (approval.Status !== 'Pending' || !kind.effects)
    return { ...approval, Effects: [], CountsFrom: null, Obstacle: null }
  const request = { ...approval, RequestedById }
  const CountsFrom = (await kind.later?.countsFrom(ctx)) ?? null
  const Effects = await kind.effects(ctx, kind.payload.parse(Payload), request).catch(refusedWith)
  if (Effects instanceof Refusal)
    return { ...approval, Effects: [], CountsFrom, Obstacle: { code: Effects.code, message: Effects.message } }
  return { ...approval, Effects, CountsFrom, Obstacle: null }
}

function refusedWith(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** How many requests wait for this person's decision: what the menu counts. */
export async function requestsWaiting(ctx: Ctx): Promise<number> {
  if (ctx.actor.privileges.size === 0) return 0
  const { Count } = await ctx.db
    .selectFrom('Approval')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('Status', '=', 'Pending')
    .where(isForMe(ctx))
    .where(({ not }) => not(isBySamePerson(ctx)))
    .executeTakeFirstOrThrow()
  return Count
}
