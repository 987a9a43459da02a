import { sql } from 'kysely'
import { isWithinMarketingHours } from '#areas/messages/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { equals } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type CampaignSend, campaignRefusals, sendRefusals as refusals, type SendTo } from '../contract.ts'
import { lockCampaign } from './campaign-rows.ts'
import { updateCampaign } from './campaigns.ts'
import { targetListSendingEvent } from './events.ts'
import { isOutboxFullSql, SEND_CAMPAIGNS_JOB_NAME } from './send-campaigns.ts'
import { findSendableTemplate } from './sendable-template.ts'

/** Reads sends with their progress. The counts are computed only for the rows of the page. */
const findSends = async (ctx: Ctx, search: { CampaignCode?: string; SendId?: number }) => {
  const mayWrite = await isWithinMarketingHours(ctx)
  return sqlList({
    from: sql`campaign_send send`,
    where: [equals('send.campaign_code', search.CampaignCode), equals('send.send_id', search.SendId)],
    page: {
      keys: sql`send.*`,
      as: 'send',
      joins: sql`
        join campaign using (campaign_code) join contact_template template on template.template_id = send.template_id
        left join user_account u on u.user_id = send.started_by_id left join staff on staff.staff_id = u.staff_id
        cross join lateral (
          select count(*) filter (where status <> 'Waiting')::int as done, count(*) filter (where result = 'Written')::int as written,
            count(*) filter (where result = 'Control')::int as control,
            count(*) filter (where status = 'Done' and result not in ('Written', 'Control'))::int as held_back
          from campaign_contact where campaign_contact.send_id = send.send_id) counts`,
    },
    select: sql<CampaignSend>`
      send.send_id, send.campaign_code, send.template_id, template.name as template_name, send.contact_type, send.status,
      case when send.status <> 'Running' then null
        when campaign.status <> 'Active' or campaign.end_date < ${ctx.today}::date then 'Campaign'
        when template.status <> 'Active' then 'Contact template'
        when not ${mayWrite}::boolean then 'Hours'
        when ${isOutboxFullSql} and ${ctx.now}::timestamptz - interval '1 minute' > (
          select min(created_at) from outbox_message where status = 'Queued' and channel = send.contact_type and send_from is not null) then 'Outbox'
        end as waits_for,
      send.targets, counts.done, counts.written, counts.held_back, counts.control, send.started_at,
      coalesce(staff.full_name, u.display_name) as started_by_name, send.ended_at`,
    sort: { SendId: 'send_id' },
    tie: 'send.send_id',
  })
}

export const listCampaignSends = (ctx: Ctx, { Search }: Input<typeof contract.listCampaignSends>) =>
  findSends(ctx, Search)

async function findSend(ctx: Ctx, SendId: number): Promise<CampaignSend> {
  const send = await readFirstRow(ctx, await findSends(ctx, { SendId }))
  if (!send) throw refusals.notFound()
  return send
}

/** Copies the current target list. The send job then messages each recipient in order. */
export async function addCampaignSend(ctx: Ctx, input: Input<typeof contract.addCampaignSend>) {
  const { CampaignCode, TemplateId, SendTo } = input
  const campaign = await lockReviewed(ctx, input)
  if (campaign.Status !== 'Active') throw refusals.notRunning({ Status: campaign.Status })
  if (campaign.EndDate < ctx.today) throw refusals.over()
  const template = await findSendableTemplate(ctx, TemplateId)
  await publishEvent(ctx, targetListSendingEvent, { CampaignCode })
  const { rows } = await sql<{ SendId: number; Targets: number }>`
    with listed as (
      select target_list_id from campaign_target t
      where campaign_code = ${CampaignCode} and status = 'Active' and ${isTargetDueSql(campaign, SendTo)}
    ), send as (
      insert into campaign_send (campaign_code, template_id, template_version, contact_type, targets, started_by_id, started_at)
      select ${CampaignCode}, ${TemplateId}::bigint, ${template.Version}, ${template.ContactType}, (select count(*) from listed),
        ${ctx.actor.userId}::bigint, ${ctx.now}::timestamptz
      returning send_id, targets
    ), waiting as (
      insert into campaign_contact (target_list_id, send_id, channel, status, next_try_at)
      select target_list_id, send_id, ${template.ContactType}, 'Waiting', ${ctx.now}::timestamptz from listed, send order by target_list_id
    )
    select send_id, targets from send`
    .execute(ctx.db)
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'campaign_send_one' ? refusals.running() : error
    })
  const { SendId, Targets } = rows[0]!
  if (Targets === 0) throw refusals.noRecipients()
  log(ctx, 'Send', SendId, CampaignCode)
  await ctx.services.announce(ctx, 'job', SEND_CAMPAIGNS_JOB_NAME)
  return findSend(ctx, SendId)
}

/** True in SQL for the targets of a send. The control group is left out once a send has counted it. */
export const isTargetDueSql = ({ ControlPercent }: { ControlPercent: number }, SendTo: SendTo) => sql`
  case when t.bucket < ${ControlPercent} then t.counted_from is null else ${SendTo} = 'Whole list' or t.contacted_at is null end`

/** Locks the campaign, checks the reviewed version, and activates the campaign if ActivateYN is Y. */
async function lockReviewed(
  ctx: Ctx,
  { CampaignCode, ActivateYN, ReviewedVersion }: Input<typeof contract.addCampaignSend>,
) {
  const campaign = await lockCampaign(ctx, CampaignCode)
  if (campaign.Status === 'Deleted') throw campaignRefusals.deleted()
  if (ReviewedVersion !== undefined && ReviewedVersion !== campaign.Version) throw refusals.changed()
  if (ActivateYN === 'N' || (campaign.Status !== 'Draft' && campaign.Status !== 'Paused')) return campaign
  await updateCampaign(ctx, { CampaignCode, Version: campaign.Version, Status: 'Active' })
  return { ...campaign, Status: 'Active' }
}

export async function updateCampaignSend(ctx: Ctx, { SendId, Status }: Input<typeof contract.updateCampaignSend>) {
  const before = await ctx.db
    .selectFrom('CampaignSend')
    .select(['Status', 'CampaignCode'])
    .where('SendId', '=', SendId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refusals.notFound()
  if (before.Status === Status) return findSend(ctx, SendId)
  if (before.Status !== 'Running' && before.Status !== 'Paused') throw refusals.ended({ Status: before.Status })
  await ctx.db
    .updateTable('CampaignSend')
    .set({ Status, EndedAt: Status === 'Cancelled' ? ctx.now : null })
    .where('SendId', '=', SendId)
    .execute()
  if (Status === 'Cancelled')
    await sql`update campaign_contact set status = 'Cancelled' where send_id = ${SendId} and status = 'Waiting'`.execute(
      ctx.db,
    )
  log(ctx, Status === 'Running' ? 'Resume' : Status === 'Paused' ? 'Pause' : 'Stop', SendId, before.CampaignCode)
  if (Status === 'Running') await ctx.services.announce(ctx, 'job', SEND_CAMPAIGNS_JOB_NAME)
  return findSend(ctx, SendId)
}

const log = (ctx: Ctx, action: string, SendId: number, CampaignCode: string) =>
  ctx.audit(
    `${action} Campaign`,
    'Campaign',
    CampaignCode,
    `${action} Campaign in Campaign. CampaignCode - ${CampaignCode}, SendId - ${SendId}`,
  )
