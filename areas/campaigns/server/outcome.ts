import { type RawBuilder, sql } from 'kysely'
import type { ContactType } from '#areas/messages/contract.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import type { CalendarCampaign, CampaignOutcome, OutcomeGroup } from '../contract.ts'
import { findCampaign } from './campaign-rows.ts'
import { calculateLift } from './lift.ts'

type Counts = {
  Targeted: number
  HeldBack: number
  Excluded: number
  Contacted: number
  Control: number
  Converted: number
  ControlConverted: number
  Sales: string
  ControlSales: string
  MessageCost: string
}

const percent = (share: number) => Math.round(share * 10_000) / 100

const group = (Customers: number, Converted: number, Sales: string): OutcomeGroup => ({
  Customers,
  Converted,
  Rate: Customers === 0 ? 0 : percent(Converted / Customers),
  Sales,
})

function liftOf({ Contacted, Converted, Control, ControlConverted }: Counts): CampaignOutcome['Lift'] {
  const lift = calculateLift({ total: Contacted, hits: Converted }, { total: Control, hits: ControlConverted })
  return lift ? { Difference: percent(lift.difference), From: percent(lift.from), Until: percent(lift.until) } : null
}

/**
 * The SQL query that returns one row with the outcome of a campaign.
 * Customers who were excluded after their contact still count, because their omission would improve the result.
 */
const countsOf = (CampaignCode: RawBuilder<unknown>) => sql<Counts>`
  select count(*) filter (where status = 'Active')::int as targeted,
    count(*) filter (where status = 'Active' and counted_from is null and result is not null)::int as held_back,
    count(*) filter (where status = 'Excluded')::int as excluded,
    count(*) filter (where contacted_at is not null)::int as contacted,
    count(*) filter (where contacted_at is not null and converted)::int as converted,
    count(*) filter (where contacted_at is null and counted_from is not null)::int as control,
    count(*) filter (where contacted_at is null and counted_from is not null and converted)::int as control_converted,
    coalesce(sum(amount) filter (where contacted_at is not null), 0)::numeric(14,2)::text as sales,
    coalesce(sum(amount) filter (where contacted_at is null and counted_from is not null), 0)::numeric(14,2)::text as control_sales,
    (select coalesce(sum(setting_text(case contact.channel when 'Email' then 'messages.emailCost' else 'messages.smsCost' end)::numeric), 0)::numeric(14,2)::text
      from campaign_send send join campaign_contact contact using (send_id)
      where send.campaign_code = ${CampaignCode} and contact.result = 'Written') as message_cost
  from (
    select t.status, t.contacted_at, t.counted_from, t.result, sale.transaction_id is not null as converted,
      sale_left(sale.transaction_id) as amount
    from campaign_target t left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
    where t.campaign_code = ${CampaignCode} and t.status <> 'Deleted'
  ) targets`

/** Returns the cost of this number of messages in a channel, according to the message cost settings. */
export async function calculateMessageCost(ctx: Pick<Ctx, 'db'>, ContactType: ContactType, messages: number) {
  const { 'messages.emailCost': email, 'messages.smsCost': sms } = await readSettings(ctx)
  const { rows } = await sql<{ Cost: string }>`
    select (${ContactType === 'Email' ? email : sms}::numeric * ${messages}::int)::numeric(14,2)::text as cost`.execute(
    ctx.db,
  )
  return rows[0]!.Cost
}

export async function getCampaignOutcome(
  ctx: Ctx,
  { CampaignCode }: Input<typeof contract.getCampaignOutcome>,
): Promise<CampaignOutcome> {
  const { SpentPoints, EndDate } = await findCampaign(ctx, CampaignCode)
  const { rows } = await countsOf(sql`${CampaignCode}`).execute(ctx.db)
  const counts = rows[0]!
  const { Targeted, HeldBack, Excluded, Contacted, Control, Converted, ControlConverted, MessageCost } = counts
  return {
    Targeted,
    HeldBack,
    Excluded,
    Contacted: group(Contacted, Converted, counts.Sales),
    Control: group(Control, ControlConverted, counts.ControlSales),
    SpentPoints,
    MessageCost,
    Lift: liftOf(counts),
    Days: await purchasesByDay(ctx, CampaignCode, EndDate < ctx.today ? EndDate : ctx.today),
  }
}

/** Returns the cumulative number of purchasers for each day from the first contact to the day `until`. */
async function purchasesByDay({ db }: Pick<Ctx, 'db'>, CampaignCode: string, until: string) {
  const { rows } = await sql<CampaignOutcome['Days'][number]>`
    with counted as (
      select t.contacted_at is not null as contacted, business_date_of(t.counted_from) as since, sale.business_date as bought
      from campaign_target t left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
      where t.campaign_code = ${CampaignCode} and t.status <> 'Deleted' and t.counted_from is not null
    )
    select day::date::text as date, count(*) filter (where contacted and bought <= day)::int as contacted,
      count(*) filter (where not contacted and bought <= day)::int as control
    from generate_series((select min(since) from counted), ${until}::date, interval '1 day') day cross join counted
    group by day order by day`.execute(db)
  return rows
}

export const listCampaignCalendar = (_: Ctx, { Search }: Input<typeof contract.listCampaignCalendar>) =>
  sqlList({
    from: sql`campaign c`,
    where: [
      sql`c.status <> 'Deleted'`,
      Search.RunsFrom && sql`c.end_date >= ${Search.RunsFrom}::date`,
      Search.RunsUntil && sql`c.start_date <= ${Search.RunsUntil}::date`,
    ],
    page: { keys: sql`c.*`, as: 'c', joins: sql`cross join lateral (${countsOf(sql`c.campaign_code`)}) counts` },
    select: sql<Omit<CalendarCampaign, 'Lift' | 'Reach'> & Counts>`
      c.campaign_code, c.campaign_name, c.campaign_type, c.start_date, c.end_date, c.status, counts.*,
      (select coalesce(sum(bonus.points), 0)::bigint from sale_bonus bonus where bonus.cause = c.campaign_code) as spent_points`,
    sort: { StartDate: 'start_date', EndDate: 'end_date', CampaignName: 'campaign_name' },
    tie: 'c.campaign_code',
    map: (row): CalendarCampaign => ({
      CampaignCode: row.CampaignCode,
      CampaignName: row.CampaignName,
      CampaignType: row.CampaignType,
      StartDate: row.StartDate,
      EndDate: row.EndDate,
      Status: row.Status,
      Targeted: row.Targeted,
      Reach: row.Contacted,
      SpentPoints: row.SpentPoints,
      MessageCost: row.MessageCost,
      Sales: row.Sales,
      Lift: liftOf(row),
    }),
  })
