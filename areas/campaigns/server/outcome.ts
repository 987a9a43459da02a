import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import type { Outcome, OutcomeGroup } from '../contract.ts'
import { findCampaign } from './campaign-rows.ts'
import { differenceOf } from './lift.ts'

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
}

const percent = (share: number) => Math.round(share * 10_000) / 100

const group = (Customers: number, Converted: number, Sales: string): OutcomeGroup => ({
  Customers,
  Converted,
  Rate: Customers === 0 ? 0 : percent(Converted / Customers),
  Sales,
})

/** Who was contacted stays counted, even where they were excluded afterwards: a result is not made better by taking people out. */
export async function getOutcome(ctx: Ctx, { CampaignCode }: Input<typeof contract.getOutcome>): Promise<Outcome> {
  const { SpentPoints } = await findCampaign(ctx, CampaignCode)
  const { rows } = await sql<Counts>`
    select count(*) filter (where status = 'Active')::int as targeted,
      count(*) filter (where status = 'Active' and counted_from is null and result is not null)::int as held_back,
      count(*) filter (where status = 'Excluded')::int as excluded,
      count(*) filter (where contacted_at is not null)::int as contacted,
      count(*) filter (where contacted_at is not null and converted)::int as converted,
      count(*) filter (where contacted_at is null and counted_from is not null)::int as control,
      count(*) filter (where contacted_at is null and counted_from is not null and converted)::int as control_converted,
      coalesce(sum(amount) filter (where contacted_at is not null), 0)::numeric(14,2)::text as sales,
      coalesce(sum(amount) filter (where contacted_at is null and counted_from is not null), 0)::numeric(14,2)::text as control_sales
    from (
      select t.status, t.contacted_at, t.counted_from, t.result, sale.transaction_id is not null as converted,
        sale_left(sale.transaction_id) as amount
      from campaign_target t left join transaction_summary sale on sale.transaction_id = t.converted_transaction_id
      where t.campaign_code = ${CampaignCode} and t.status <> 'Deleted'
    ) targets`.execute(ctx.db)
  const counts = rows[0]!
  const { Targeted, HeldBack, Excluded, Contacted, Control, Converted, ControlConverted } = counts
  const lift = differenceOf({ of: Contacted, hits: Converted }, { of: Control, hits: ControlConverted })
  return {
    Targeted,
    HeldBack,
    Excluded,
    Contacted: group(Contacted, Converted, counts.Sales),
    Control: group(Control, ControlConverted, counts.ControlSales),
    SpentPoints,
    Lift: lift ? { Difference: percent(lift.difference), From: percent(lift.from), Until: percent(lift.until) } : null,
  }
}
