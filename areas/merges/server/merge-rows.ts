import { sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals, type RowFilter } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import { type listMerges as endpoint, type Merge, mergeRefusals, UNMERGE_DAYS_MAX } from '../contract.ts'
import type { MergeMapping, MovedKeysByTable } from './move-rows.ts'
import type { MergedCustomersSnapshot } from './people.ts'

const columns = sql`m.merge_id, m.status, m.survivor_customer_id, m.survivor_membership_no, survivor.full_name as survivor_name,
  m.merged_customer_id, m.merged_membership_no, merged.full_name as merged_name, m.reason, m.requested_by, m.merged_by, m.merged_at,
  m.outlet_code, m.unmerged_by, m.unmerged_at, m.unmerge_reason`

/** The filter of merges by outlet. Head office sees all merges, and an outlet those of its own customers. */
const tables = (ctx: Ctx) => {
  const ownOutlet = outletOfCallerLists(ctx)
  return sql`member_merge m
    join customer survivor on survivor.customer_id = m.survivor_customer_id
    join customer merged on merged.customer_id = m.merged_customer_id
      and (${ownOutlet}::text is null or ${ownOutlet} in (survivor.registered_outlet_code, merged.registered_outlet_code))`
}

const merges = (ctx: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: tables(ctx),
    where,
    select: sql<Merge>`${columns}`,
    sort: { MergedAt: 'm.merged_at' },
    tie: 'm.merge_id',
  })

export const listMerges = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  merges(ctx, [
    Search.MembershipNo && sql`${Search.MembershipNo} in (m.survivor_membership_no, m.merged_membership_no)`,
    equals('m.status', Search.Status),
    contains('m.merged_by', Search.MergedBy),
  ])

export async function readMerge(ctx: Ctx, MergeId: number): Promise<Merge> {
  const merge = await readFirstRow(ctx, merges(ctx, [equals('m.merge_id', MergeId)]))
  if (!merge) throw mergeRefusals.notFound()
  return merge
}

export type MergeSnapshot = {
  LastHistoryId: number
  People: MergedCustomersSnapshot
  Moved: MovedKeysByTable
  mapping: MergeMapping
}

/** Returns the stored state before a merge, which an undo of the merge needs. */
export async function readMergeSnapshot(
  ctx: Ctx,
  { MergeId, SurvivorCustomerId, MergedCustomerId }: Merge,
): Promise<MergeSnapshot> {
  const { rows } = await sql<Omit<MergeSnapshot, 'mapping'>>`
    select m.last_history_id, s.people, s.moved from member_merge m join member_merge_snapshot s using (merge_id) where m.merge_id = ${MergeId}`.execute(
    ctx.db,
  )
  const snapshot = rows[0]!
  const numbers = snapshot.People.Numbers
  const all = (snapshot.People.Memberships.Before as { membership_no: string }[]).map(
    ({ membership_no }) => membership_no,
  )
  return { ...snapshot, mapping: { SurvivorId: SurvivorCustomerId, MergedId: MergedCustomerId, numbers, all } }
}

export const calculateUnmergeDeadline = ({ MergedAt }: Pick<Merge, 'MergedAt'>) =>
  new Date(Date.parse(MergedAt) + UNMERGE_DAYS_MAX * 86_400_000).toISOString()
