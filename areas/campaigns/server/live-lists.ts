import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type LiveList, liveListRefusals as refusals } from '../contract.ts'
import { lockCampaign } from './campaign-rows.ts'
import { customerBucketSql } from './targets.ts'

// Live lists: target lists that follow a segment.
// The segments area evaluates the segments, and this file updates the live lists.

type SegmentOfList = { CampaignCode: string; SegmentId: number; Name: string }

/** Makes a target list follow a segment. `addCustomersToTargetList` then adds customers with the LiveListId. */
export async function addLiveListOfSegment(
  ctx: Ctx,
  { CampaignCode, SegmentId, Name }: SegmentOfList,
): Promise<number> {
  await lockCampaign(ctx, CampaignCode)
  const { rows } = await sql<{ LiveListId: number }>`
    insert into live_list (campaign_code, segment_id, name, added_by_id, added_at, evaluated_at)
    values (${CampaignCode}, ${SegmentId}, ${Name}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now})
    on conflict (campaign_code, segment_id) where status = 'Live' do nothing returning live_list_id`.execute(ctx.db)
  if (!rows[0]) throw refusals.followed()
  return rows[0].LiveListId
}

/** A followed segment with its customers as a select of `customer_id`. */
export type FollowedSegment = { LiveListId: number; Name: string; people: RawBuilder<unknown> }
type SyncCtx = Pick<Ctx, 'db' | 'now' | 'audit'>

/** Lists the live lists of campaigns that have not ended, in the order of their campaigns. */
export async function findLiveLists({ db }: Pick<Ctx, 'db'>, CampaignCode?: string) {
  const { rows } = await sql<{ CampaignCode: string; LiveListId: number; SegmentId: number }>`
    select campaign_code, live_list_id, segment_id from live_list join campaign using (campaign_code)
    where live_list.status = 'Live' and campaign.status in ('Draft', 'Active', 'Paused')
      and (${CampaignCode ?? null}::text is null or campaign_code = ${CampaignCode ?? null}) order by campaign_code, live_list_id`.execute(
    db,
  )
  return rows
}

/**
 * Updates a target list to the current customers of its segments in one statement.
 * Customers who no longer match a followed segment are removed unless they were contacted or are queued for a send.
 * Exclusions and customers whom staff added stay unchanged.
 */
export async function syncTargetList(
  { db, now, audit }: SyncCtx,
  CampaignCode: string,
  followed: readonly FollowedSegment[],
) {
  await sql`select from campaign where campaign_code = ${CampaignCode} for update`.execute(db)
  const ids = followed.map(({ LiveListId }) => LiveListId)
  const selects = followed.map(
    ({ LiveListId, Name, people }) =>
      sql`select customer_id, ${LiveListId}::bigint as live_list_id, ${Name}::text as source_name from (${people}) people`,
  )
  const { rows } = await sql<{ LiveListId: number; Came: number; Went: number }>`
    with matching as materialized (
      select distinct on (customer_id) customer_id, live_list_id, source_name from (${sql.join(selects, sql` union all `)}) named
      join customer using (customer_id) where customer.status not in ('Deleted', 'Merged', 'Archived') order by customer_id, live_list_id
    ), removed as (
      update campaign_target t set status = 'Deleted'
      where campaign_code = ${CampaignCode} and status = 'Active' and live_list_id = any(${ids}::bigint[]) and counted_from is null
        and not exists (select from matching where matching.customer_id = t.customer_id)
        and not exists (select from campaign_contact waiting where waiting.target_list_id = t.target_list_id and waiting.status = 'Waiting')
      returning live_list_id
    ), added as (
      insert into campaign_target (campaign_code, customer_id, source, source_name, live_list_id, bucket, added_by_id, added_at)
      select ${CampaignCode}, customer_id, 'Segment', source_name, live_list_id, ${customerBucketSql(CampaignCode)}, live_list.added_by_id, ${now}::timestamptz
      from matching join live_list using (live_list_id) order by customer_id
      on conflict (campaign_code, customer_id) where status <> 'Deleted' do nothing
      returning live_list_id
    ), evaluated as (
      update live_list set evaluated_at = ${now}::timestamptz, name = named.name
      from unnest(${ids}::bigint[], ${followed.map(({ Name }) => Name)}::text[]) named (live_list_id, name)
      where live_list.live_list_id = named.live_list_id
    )
    select live_list_id, count(came)::int as came, count(went)::int as went
    from (select live_list_id, 1 as came, null::int as went from added union all select live_list_id, null, 1 from removed) changed
    group by 1 order by 1`.execute(db)
  for (const { LiveListId, Came, Went } of rows)
    audit(
      'Follow Segment',
      'Campaign',
      CampaignCode,
      `Follow Segment in Campaign Target. CampaignCode - ${CampaignCode}, LiveListId - ${LiveListId}, Came - ${Came}, Went - ${Went}`,
    )
}

const findLists = (search: { CampaignCode?: string; SegmentId?: number; LiveListId?: number; Status?: string }) =>
  sqlList({
    from: sql`live_list live left join user_account u on u.user_id = live.added_by_id left join staff on staff.staff_id = u.staff_id`,
    where: [
      equals('live.campaign_code', search.CampaignCode),
      equals('live.segment_id', search.SegmentId),
      equals('live.live_list_id', search.LiveListId),
      equals('live.status', search.Status),
    ],
    select: sql<LiveList>`
      live.live_list_id, live.campaign_code, live.segment_id, live.name, live.status,
      (select count(*)::int from campaign_target t where t.live_list_id = live.live_list_id and t.status = 'Active') as targets,
      live.added_at, coalesce(staff.full_name, u.display_name) as added_by_name, live.evaluated_at, live.ended_at`,
    sort: { AddedAt: 'live.added_at', EvaluatedAt: 'live.evaluated_at' },
    tie: 'live.live_list_id',
  })

export const listLiveLists = (_: Ctx, { Search }: Input<typeof contract.listLiveLists>) => findLists(Search)

/** Stops following a segment. The customers whom the segment put on the target list stay. */
export async function endLiveList(ctx: Ctx, { LiveListId }: Input<typeof contract.endLiveList>) {
  const { rows } = await sql<{ CampaignCode: string }>`
    update live_list set status = 'Ended', ended_at = ${ctx.now}
    where live_list_id = ${LiveListId} and status = 'Live' returning campaign_code`.execute(ctx.db)
  const list = await readFirstRow(ctx, findLists({ LiveListId }))
  if (!list) throw refusals.notFound()
  if (!rows[0]) throw refusals.stopped()
  ctx.audit(
    'End Live List',
    'Campaign',
    list.CampaignCode,
    `End Live List in Campaign Target. CampaignCode - ${list.CampaignCode}, LiveListId - ${LiveListId}`,
  )
  return list
}
