import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type CampaignContact, targetRefusals as refusals } from '../contract.ts'
import { findCampaignTarget, lockCampaignTarget } from './targets.ts'

export const listCampaignContacts = (_: Ctx, { TargetListId }: Input<typeof contract.listCampaignContacts>) =>
  sqlList({
    from: sql`campaign_contact contact left join contact_log message on message.message_id = contact.message_id
      left join user_account u on u.user_id = contact.contacted_by_id left join staff on staff.staff_id = u.staff_id`,
    where: [sql`contact.target_list_id = ${TargetListId}`, sql`contact.status = 'Done'`],
    select: sql<CampaignContact>`
      contact.contact_id, contact.target_list_id, contact.channel,
      case when contact.result = 'Written' then coalesce(message.result, contact.result) else contact.result end as result,
      contact.remark, contact.contacted_at, coalesce(staff.full_name, u.display_name) as contacted_by_name`,
    sort: { ContactId: 'contact.contact_id' },
    tie: 'contact.contact_id',
  })

/** Records a contact by staff. Rejects customers in the control group, because a contact would invalidate the comparison. */
export async function addCampaignContact(
  ctx: Ctx,
  { TargetListId, Channel, Result, Remark }: Input<typeof contract.addCampaignContact>,
) {
  await lockCampaignTarget(ctx, TargetListId)
  const target = await findCampaignTarget(ctx, TargetListId)
  if (target.Status === 'Deleted') throw refusals.deleted()
  if (target.Status === 'Excluded') throw refusals.excluded()
  if (target.ControlYN === 'Y') throw refusals.control()
  await ctx.db
    .insertInto('CampaignContact')
    .values({
      TargetListId,
      Channel,
      Status: 'Done',
      Result,
      Remark,
      NextTryAt: ctx.now,
      ContactedById: ctx.actor.userId,
      ContactedAt: ctx.now,
    })
    .execute()
  await sql`update campaign_target set contacted_at = coalesce(contacted_at, ${ctx.now}), counted_from = coalesce(counted_from, ${ctx.now}),
      channel = ${Channel}, result = ${Result}, message_id = null where target_list_id = ${TargetListId}`.execute(
    ctx.db,
  )
  ctx.audit(
    'Contact Campaign Target',
    'CampaignTarget',
    TargetListId,
    `Contact Campaign Target in Campaign Target. TargetListId - ${TargetListId}`,
  )
  return findCampaignTarget(ctx, TargetListId)
}
