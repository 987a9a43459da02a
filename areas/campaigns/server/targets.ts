import { type RawBuilder, sql } from 'kysely'
import { outletOfCallerLists, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import {
  type CampaignTarget,
  campaignRefusals,
  MEMBERSHIP_NUMBERS_MAX,
  targetRefusals as refusals,
  type TargetSource,
} from '../contract.ts'

type Sql = RawBuilder<unknown>

const inControl = sql`(t.bucket < campaign.control_percent)`

/** The joins that the displayed columns need; filters do not need these joins. */
const displayJoins = sql`
  join customer on customer.customer_id = t.customer_id
  left join lateral (select membership_no, card_category_code from membership where membership.customer_id = t.customer_id and status <> 'Deleted'
    order by status = 'Active' desc, membership_no limit 1) m on true
  left join card_category tier on tier.code = m.card_category_code and tier.status <> 'Deleted'
  left join user_account u on u.user_id = t.added_by_id left join staff on staff.staff_id = u.staff_id
  left join contact_log message on message.message_id = t.message_id
  left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id`

const columns = sql<CampaignTarget>`
  t.target_list_id, t.campaign_code, t.customer_id, customer.full_name, m.membership_no, tier.name as card_category_name, tier.color,
  customer.registered_outlet_code, t.source, t.source_name, coalesce(staff.full_name, u.display_name) as added_by_name, t.added_at,
  t.contacted_at, t.channel, coalesce(message.result, t.result) as result, sale.invoice_no as converted_invoice,
  case when t.control then 'Y' else 'N' end as control_yn, t.status`

const ynFilter = (filter: 'Y' | 'N' | undefined, condition: Sql) =>
  filter && (filter === 'Y' ? condition : sql`not ${condition}`)

export const listCampaignTargets = (ctx: Ctx, { Search }: Input<typeof contract.listCampaignTargets>) => {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, refusals.notFound)
  return sqlList({
    from: sql`campaign_target t join campaign using (campaign_code) join customer using (customer_id)`,
    where: [
      Search.Status ? equals('t.status', Search.Status) : sql`t.status <> 'Deleted'`,
      sql`campaign.status <> 'Deleted'`,
      outlet !== null && sql`customer.registered_outlet_code = ${outlet}`,
      equals('t.campaign_code', Search.CampaignCode),
      containsName('customer.full_name', Search.Name),
      Search.MembershipNo &&
        sql`exists (select from membership where membership.customer_id = t.customer_id and starts_with(membership_no, ${Search.MembershipNo}))`,
      equals('t.source', Search.Source),
      ynFilter(Search.ContactedYN, sql`(t.contacted_at is not null)`),
      ynFilter(Search.ConvertedYN, sql`(t.converted_transaction_id is not null)`),
      ynFilter(Search.ControlYN, inControl),
    ],
    page: { keys: sql`t.*, ${inControl} as control, customer.full_name as sorted_name`, joins: displayJoins, as: 't' },
    select: columns,
    sort: { TargetListId: 'target_list_id', FullName: 'full_name', AddedAt: 'added_at', ContactedAt: 'contacted_at' },
    tie: 't.target_list_id',
  })
}

/** Reads one target of a campaign, including a deleted target. */
export async function findCampaignTarget(ctx: Pick<Ctx, 'db'>, TargetListId: number): Promise<CampaignTarget> {
  const { rows } = await sql<CampaignTarget>`
    select ${columns} from (select t.*, ${inControl} as control from campaign_target t join campaign using (campaign_code)
      where t.target_list_id = ${TargetListId}) t ${displayJoins}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

/** Locks the campaign until the end of the transaction, and rejects deleted campaigns. */
export async function refuseDeletedCampaign(ctx: Ctx, CampaignCode: string) {
  const campaign = await ctx.db
    .selectFrom('Campaign')
    .select('Status')
    .where('CampaignCode', '=', CampaignCode)
    .forShare()
    .executeTakeFirst()
  if (!campaign) throw campaignRefusals.notFound()
  if (campaign.Status === 'Deleted') throw campaignRefusals.deleted()
}

export type TargetListAddition = {
  CampaignCode: string
  Source: TargetSource
  /** The name of the segment, file or report from which the customers come. */
  SourceName?: string | null
  /** The live list that adds the customers and may later remove them. */
  LiveListId?: number
  /** A select of `customer_id` of unmerged customers. */
  people: Sql
}

/** Adds the selected customers to the target list in one statement. Listed or excluded customers stay unchanged. */
export async function addCustomersToTargetList(
  ctx: Ctx,
  { CampaignCode, Source, SourceName, LiveListId, people }: TargetListAddition,
) {
  await refuseDeletedCampaign(ctx, CampaignCode)
  const { rows } = await sql<{ Named: number; Added: number; Excluded: number; Ids: number[] }>`
    with named as (
      select distinct customer_id from (${people}) people join customer using (customer_id) where customer.status not in ('Deleted', 'Merged', 'Archived')
    ), added as (
      insert into campaign_target (campaign_code, customer_id, source, source_name, live_list_id, bucket, added_by_id, added_at)
      select ${CampaignCode}, customer_id, ${Source}, ${SourceName?.slice(0, 200) ?? null}, ${LiveListId ?? null}::bigint, ${customerBucketSql(CampaignCode)}, ${ctx.actor.userId}::bigint, ${ctx.now}::timestamptz
      from named order by customer_id
      on conflict (campaign_code, customer_id) where status <> 'Deleted' do nothing
      returning target_list_id
    )
    select ${firstIds('added')}, (select count(*) from named)::int as named, (select count(*) from added)::int as added,
      (select count(*) from named join campaign_target t using (customer_id) where t.campaign_code = ${CampaignCode} and t.status = 'Excluded')::int as excluded`.execute(
    ctx.db,
  )
  const { Named, Added, Excluded, Ids } = rows[0]!
  auditTargets(ctx, 'Create', CampaignCode, Added)
  return { Added, Already: Named - Added - Excluded, Excluded, Ids }
}

/** Excludes customers from the campaign, including customers on the target list. */
export async function excludeCustomersFromCampaign(
  ctx: Ctx,
  { CampaignCode, Source, SourceName, people }: TargetListAddition,
) {
  await refuseDeletedCampaign(ctx, CampaignCode)
  const { rows } = await sql<{ Named: number; Changed: number; Ids: number[] }>`
    with named as materialized (
      select distinct customer_id from (${people}) people join customer using (customer_id) where customer.status not in ('Deleted', 'Merged', 'Archived')
    ), changed as (
      insert into campaign_target as t (campaign_code, customer_id, status, source, source_name, bucket, added_by_id, added_at)
      select ${CampaignCode}, customer_id, 'Excluded', ${Source}, ${SourceName?.slice(0, 200) ?? null}, ${customerBucketSql(CampaignCode)}, ${ctx.actor.userId}::bigint, ${ctx.now}::timestamptz
      from named order by customer_id
      on conflict (campaign_code, customer_id) where status <> 'Deleted' do update set status = 'Excluded' where t.status <> 'Excluded'
      returning target_list_id
    ) select ${firstIds('changed')}, (select count(*) from named)::int as named, (select count(*) from changed)::int as changed`.execute(
    ctx.db,
  )
  const { Named, Changed, Ids } = rows[0]!
  auditTargets(ctx, 'Exclude', CampaignCode, Changed)
  return { Added: Changed, Already: Named - Changed, Excluded: 0, Ids }
}

/** Returns the ids of the written target rows in SQL, limited to the maximum number of customers in one call. */
const firstIds = (cte: 'added' | 'changed') =>
  sql`array(select target_list_id from ${sql.table(cte)} order by target_list_id limit ${2 * MEMBERSHIP_NUMBERS_MAX}) as ids`

/** Returns the bucket (0–99) of a customer in SQL. Buckets below ControlPercent are the control group of the campaign. */
export const customerBucketSql = (CampaignCode: string) =>
  sql`abs(hashtextextended(${CampaignCode} || '/' || customer_id, 0) % 100)::smallint`

const auditTargets = (ctx: Ctx, action: string, CampaignCode: string, customers: number) =>
  ctx.audit(
    `${action} Campaign Target`,
    'Campaign',
    CampaignCode,
    `${action} Campaign Target in Campaign Target. CampaignCode - ${CampaignCode}, Customers - ${customers}`,
  )

/** Adds customers by id, or by membership numbers from pasted text or a file. */
export async function addCampaignTargets(ctx: Ctx, input: Input<typeof contract.addCampaignTargets>) {
  const { CampaignCode, CustomerId = [], Numbers = [], Source, SourceName, ExcludeYN } = input
  if (CustomerId.length + Numbers.length === 0) throw refusals.noCustomers()
  const { customers, named, Unknown } = await resolveToSurvivingCustomers(ctx, CustomerId, Numbers, 'checked')
  const people = sql`select unnest(${customers}::bigint[]) as customer_id`
  const addOrExclude = ExcludeYN === 'Y' ? excludeCustomersFromCampaign : addCustomersToTargetList
  const { Ids, ...result } = await addOrExclude(ctx, { CampaignCode, Source, SourceName: SourceName ?? null, people })
  const { rows } = await sql<CampaignTarget>`
    select ${columns} from (select t.*, ${inControl} as control from campaign_target t join campaign using (campaign_code)
      where t.target_list_id = any (${Ids}::bigint[])) t ${displayJoins} order by t.target_list_id`.execute(ctx.db)
  return { ...result, Already: result.Already + named - customers.length, Unknown, rows }
}

/**
 * Converts ids and membership numbers to distinct customers. A merged customer is replaced by the survivor.
 * Outlet staff cannot use numbers of other outlets, so they cannot find out which numbers exist.
 * `idAccess`: 'checked' if the endpoint has checked access to the ids; 'own outlet' drops ids of other outlets.
 */
export async function resolveToSurvivingCustomers(
  ctx: Ctx,
  ids: readonly number[],
  numbers: readonly string[],
  idAccess: 'checked' | 'own outlet',
) {
  const outletCode = outletOfCallerLists(ctx)
  const { rows } = await sql<{ CustomerId: number | null; Typed: string | null }>`
    select customer.customer_id, named.typed
    from (select id, null::text as typed from unnest(${ids}::bigint[]) id
      union all select null, typed from unnest(${numbers}::text[]) typed) named
    left join lateral (
      select customer.customer_id from customer
      where customer.customer_id = coalesce(surviving_customer(named.id),
          (select membership.customer_id from membership where membership_no = surviving_membership(named.typed)))
        and customer.status not in ('Deleted', 'Merged', 'Archived')
        and (named.typed is null and ${idAccess} = 'checked' or ${outletCode}::text is null or customer.registered_outlet_code = ${outletCode}
          or has_looked_up(${ctx.actor.sessionId}::bigint, customer.customer_id, ${ctx.now}::timestamptz))
    ) customer on true`.execute(ctx.db)
  const resolved = rows.flatMap(({ CustomerId }) => CustomerId ?? [])
  return {
    customers: [...new Set(resolved)],
    named: resolved.length,
    others: rows.length - resolved.length,
    Unknown: rows.flatMap(({ CustomerId, Typed }) => (CustomerId === null && Typed !== null ? Typed : [])),
  }
}

/** Removes a target. A target who was contacted stays, so that the outcome of the campaign stays correct. */
export async function deleteCampaignTarget(ctx: Ctx, { TargetListId }: Input<typeof contract.deleteCampaignTarget>) {
  // The waiting contact is locked before the target, as in a send, so that both cannot block each other.
  await sql`update campaign_contact set status = 'Cancelled' where target_list_id = ${TargetListId} and status = 'Waiting'`.execute(
    ctx.db,
  )
  const target = await lockCampaignTarget(ctx, TargetListId)
  if (target.Status === 'Deleted') throw refusals.deleted()
  if (target.CountedFrom !== null) throw refusals.contacted()
  await ctx.db
    .updateTable('CampaignTarget')
    .set({ Status: 'Deleted' })
    .where('TargetListId', '=', TargetListId)
    .execute()
  ctx.audit(
    'Delete Campaign Target',
    'CampaignTarget',
    TargetListId,
    `Delete Campaign Target in Campaign Target. TargetListId - ${TargetListId}`,
  )
  return findCampaignTarget(ctx, TargetListId)
}

export async function lockCampaignTarget(ctx: Pick<Ctx, 'db'>, TargetListId: number) {
  const target = await ctx.db
    .selectFrom('CampaignTarget')
    .selectAll()
    .where('TargetListId', '=', TargetListId)
    .forUpdate()
    .executeTakeFirst()
  if (!target) throw refusals.notFound()
  return target
}
