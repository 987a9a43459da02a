import { sql } from 'kysely'
import { countMessageReach } from '#areas/messages/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import type { SendPreview } from '../contract.ts'
import { findCampaign } from './campaign-rows.ts'
import { calculateMessageCost } from './outcome.ts'
import { findSendableTemplate } from './sendable-template.ts'
import { isTargetDueSql } from './sends.ts'

/** Counts the recipients and suppressed customers of a send in one query, by the rules of the actual send. */
export async function previewCampaignSend(
  ctx: Ctx,
  { CampaignCode, TemplateId, SendTo }: Input<typeof contract.previewCampaignSend>,
): Promise<SendPreview> {
  const campaign = await findCampaign(ctx, CampaignCode)
  const { ContactType } = await findSendableTemplate(ctx, TemplateId)
  const list = sql`from campaign_target t join customer using (customer_id)
    where t.campaign_code = ${CampaignCode} and t.status = 'Active' and customer.status <> 'Merged'`
  const { rows } = await sql<{ Listed: number; Due: number }>`
    select count(*)::int as listed, count(*) filter (where ${isTargetDueSql(campaign, SendTo)})::int as due ${list}`.execute(
    ctx.db,
  )
  const { Listed, Due } = rows[0]!
  const people = sql`select t.customer_id, t.bucket < ${campaign.ControlPercent} as grouped ${list} and ${isTargetDueSql(campaign, SendTo)}`
  const reach = await countMessageReach(ctx, people, ContactType)
  const customers = (isControl: boolean) =>
    reach.find(({ Grouped, Reason }) => Grouped === isControl && Reason === null)?.Customers ?? 0
  const suppressed = new Map<NonNullable<(typeof reach)[number]['Reason']>, number>()
  for (const { Reason, Customers } of reach)
    if (Reason) suppressed.set(Reason, (suppressed.get(Reason) ?? 0) + Customers)
  const Recipients = customers(false)
  return {
    Listed,
    Contacted: Listed - Due,
    Control: customers(true),
    Recipients,
    Suppressed: [...suppressed]
      .map(([Reason, Customers]) => ({ Reason, Customers }))
      .toSorted((one, other) => other.Customers - one.Customers),
    MessageCost: await calculateMessageCost(ctx, ContactType, Recipients),
  }
}
