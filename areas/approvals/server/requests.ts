import { type SqlBool, sql } from 'kysely'
import { isAccountOfCallerSql } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type Approval, approvalRefusals } from '../contract.ts'
import { findApprovalKind } from './kinds.ts'

// Queries the queue of requests and defines who can see a request.

const toYN = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<'Y' | 'N'>`case when ${condition} then 'Y' else 'N' end`

const isOwn = (ctx: Ctx) => sql<SqlBool>`(requested_by_id is not distinct from ${ctx.actor.userId}::bigint)`

/** True in SQL if the caller made the request under any of the caller's accounts. None of these accounts may decide. */
const isBySamePerson = (ctx: Ctx) => isAccountOfCallerSql(ctx, 'requested_by_id')

/** True in SQL if the caller has the privilege and works at the request's outlet or at head office. */
const isForMe = ({ actor }: Ctx) => sql<SqlBool>`(
  privilege = any(${[...actor.privileges]}::text[])
  and (${actor.isHQ}::boolean or outlet_code is not distinct from ${actor.outletCode}::text))`

export const visibleRequestCondition = (ctx: Ctx) => sql<SqlBool>`(${isForMe(ctx)} or ${isOwn(ctx)})`

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
      toYN(isOwn(ctx)).as('OwnYN'),
      toYN(sql`(status = 'Pending' and ${isForMe(ctx)} and not ${isBySamePerson(ctx)})`).as('MayDecideYN'),
    ])

/** Selects approval requests with the payload that only their area reads. */
export const selectApprovalRequests = (ctx: Ctx) =>
  approvals(ctx).select(['RequestedById', 'DecidedById', 'Payload']).select(isBySamePerson(ctx).as('IsBySamePerson'))
export type ApprovalRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectApprovalRequests>['executeTakeFirstOrThrow']>
>

export const listApprovals = (ctx: Ctx, { Search }: Input<typeof contract.listApprovals>) =>
  queryList(approvals(ctx).where(visibleRequestCondition(ctx)), {
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

/** Returns one request with its effects, which the request's area computes for the current state. */
export async function getApproval(ctx: Ctx, { ApprovalId }: Input<typeof contract.getApproval>) {
  const row = await selectApprovalRequests(ctx)
    .where('ApprovalId', '=', ApprovalId)
    .where(visibleRequestCondition(ctx))
    .executeTakeFirst()
  if (!row) throw approvalRefusals.notFound()
  const { Payload, RequestedById, DecidedById: _, IsBySamePerson: __, ...approval } = row
  const kind = findApprovalKind(ctx, approval.Kind)
  if (approval.Status !== 'Pending' || !kind.effects)
    return { ...approval, Effects: [], CountsFrom: null, Obstacle: null }
  const request = { ...approval, RequestedById }
  const CountsFrom = (await kind.later?.countsFrom(ctx)) ?? null
  const Effects = await kind.effects(ctx, kind.payload.parse(Payload), request).catch(refusalOrThrow)
  if (Effects instanceof Refusal)
    return { ...approval, Effects: [], CountsFrom, Obstacle: { code: Effects.code, message: Effects.message } }
  return { ...approval, Effects, CountsFrom, Obstacle: null }
}

function refusalOrThrow(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Returns the number of requests that the caller may decide, for the menu badge. */
export async function countDecidableRequests(ctx: Ctx): Promise<number> {
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
