import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Campaign, CampaignDetail, CampaignObject } from '../contract.ts'
import { campaignRefusals as refusals } from '../contract.ts'

// The columns and joins of campaigns for the API, which every query of this area uses.

export const campaignTables = sql`campaign c left join reward using (reward_id) left join contact_template template on template.template_id = c.template_id
  left join user_account u on u.user_id = c.owner_id left join staff on staff.staff_id = u.staff_id`

export const campaignColumns = sql<Campaign>`
  c.campaign_code, c.campaign_name, c.campaign_type, c.start_date, c.end_date, c.status, c.award_point_yn, c.balance_type, c.award_point,
  c.multiplier::text, c.award_per, c.minimum_purchase::text, c.reward_id, reward.name as reward_name, c.template_id, template.name as template_name, c.budget_points,
  (select coalesce(sum(bonus.points), 0)::bigint from sale_bonus bonus where bonus.cause = c.campaign_code) as spent_points, c.control_percent, coalesce(staff.full_name, u.display_name) as owner_name, c.remarks,
  c.version, c.created_at, c.updated_at`

/** The objects of a campaign with their display names; null if the outlet, group or category no longer exists. */
export const campaignObjectColumns = sql<CampaignObject>`
  o.campaign_object_id, o.campaign_code, o.object_code, o.object_value,
  case o.object_code
    when 'Outlet' then (select name from building where code = o.object_value)
    when 'StockGroup' then (select name from stock_group where code = o.object_value)
    when 'ProductGroup' then (select product_name from product_group where product_code = o.object_value and status <> 'Deleted')
    when 'CardCategory' then (select name from card_category where code = o.object_value and status <> 'Deleted')
    else (select coalesce(label, value) from list_item where list_name = o.object_code and value = o.object_value) end as object_name,
  o.status, o.version`

export async function findCampaign(ctx: Pick<Ctx, 'db'>, CampaignCode: string): Promise<CampaignDetail> {
  const [{ rows }, { rows: Objects }] = await Promise.all([
    sql<Omit<CampaignDetail, 'Objects'>>`
      select ${campaignColumns},
        (select count(*) from campaign_target t where t.campaign_code = c.campaign_code and t.status = 'Active')::int as targets,
        case when exists (select from campaign_target t where t.campaign_code = c.campaign_code and t.status = 'Active')
          or exists (select from live_list live where live.campaign_code = c.campaign_code and live.status = 'Live') then 'Y' else 'N' end as has_targets_yn,
        case when exists (select from campaign_send s where s.campaign_code = c.campaign_code) then 'Y' else 'N' end as sent_yn
      from ${campaignTables} where c.campaign_code = ${CampaignCode}`.execute(ctx.db),
    sql<CampaignObject>`
      select ${campaignObjectColumns} from campaign_object o where o.campaign_code = ${CampaignCode} and o.status = 'Active'
      order by o.object_code, o.object_value`.execute(ctx.db),
  ])
  if (!rows[0]) throw refusals.notFound()
  return { ...rows[0], Objects }
}

/** Reads the stored campaign and locks it for update. */
export async function lockCampaign(ctx: Ctx, CampaignCode: string) {
  const campaign = await ctx.db
    .selectFrom('Campaign')
    .selectAll()
    .where('CampaignCode', '=', CampaignCode)
    .forUpdate()
    .executeTakeFirst()
  if (!campaign) throw refusals.notFound()
  return campaign
}

export function logCampaignAction(ctx: Ctx, action: string, CampaignCode: string) {
  ctx.audit(action, 'Campaign', CampaignCode, `${action} in Campaign. CampaignCode - ${CampaignCode}`)
}
