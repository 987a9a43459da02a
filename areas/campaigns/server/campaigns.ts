import { type Selectable, sql } from 'kysely'
import { isRedeemedKind } from '#areas/rewards/contract/reward-kinds.ts'
import type { CampaignTable } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract.ts'
import { type CampaignStatus, campaignRefusals as refusals } from '../contract.ts'
import { campaignColumns, campaignTables, findCampaign, lockCampaign, logCampaignAction } from './campaign-rows.ts'
import { replaceCampaignObjects } from './objects.ts'
import { findSendableTemplate } from './sendable-template.ts'

export const listCampaigns = (_: Ctx, { Search }: Input<typeof contract.listCampaigns>) =>
  sqlList({
    from: campaignTables,
    where: [
      Search.Status ? equals('c.status', Search.Status) : sql`c.status <> 'Deleted'`,
      contains('c.campaign_code', Search.CampaignCode),
      contains('c.campaign_name', Search.CampaignName),
      equals('c.campaign_type', Search.CampaignType),
      Search.RunsOn && sql`${Search.RunsOn}::date between c.start_date and c.end_date`,
    ],
    select: campaignColumns,
    sort: Object.fromEntries(
      ['StartDate', 'CampaignCode', 'CampaignName', 'EndDate', 'CreatedAt'].map((name) => [name, `c.${name}`]),
    ),
    tie: 'c.campaign_code',
  })

export async function getCampaign(ctx: Ctx, { CampaignCode }: Input<typeof contract.getCampaign>) {
  const campaign = await findCampaign(ctx, CampaignCode)
  if (campaign.Status === 'Deleted') throw refusals.notFound()
  return campaign
}

type Terms = Pick<
  Selectable<CampaignTable>,
  | 'CampaignType'
  | 'StartDate'
  | 'EndDate'
  | 'Status'
  | 'AwardPointYN'
  | 'AwardPoint'
  | 'Multiplier'
  | 'RewardId'
  | 'TemplateId'
>

/**
 * Rejects contradictory terms with a readable message. The table's constraints enforce the same rules.
 * The references to rewards, templates and types are checked only if they changed.
 */
async function refuseTerms(ctx: Ctx, terms: Terms, before?: Terms) {
  const { StartDate, EndDate, Status, AwardPointYN, AwardPoint, Multiplier, CampaignType, RewardId, TemplateId } = terms
  if (EndDate < StartDate) throw refusals.datesReversed()
  if ((Status === 'Active' || Status === 'Paused') && EndDate < ctx.today) throw refusals.over()
  const awards = [AwardPoint, Multiplier].filter((award) => award !== null && award !== undefined).length
  if (AwardPointYN === 'Y' && awards !== 1) throw refusals.awardMissing()
  if (AwardPointYN === 'N' && awards > 0) throw refusals.noAward()
  if (TemplateId && TemplateId !== before?.TemplateId) await findSendableTemplate(ctx, TemplateId)
  if (CampaignType !== before?.CampaignType) await refuseUnknownType(ctx, CampaignType)
  if (RewardId && RewardId !== before?.RewardId) {
    const reward = await ctx.db
      .selectFrom('Reward')
      .select(['Status', 'Type'])
      .where('RewardId', '=', RewardId)
      .executeTakeFirst()
    // A campaign cannot award rewards that members redeem for points, such as Premium Gifts.
    if (reward?.Status !== 'Active' || isRedeemedKind(reward.Type)) throw refusals.rewardUnknown()
  }
}

async function refuseUnknownType(ctx: Ctx, CampaignType: string) {
  const campaignType = await ctx.db
    .selectFrom('ListItem')
    .select('ListItemId')
    .where('ListName', '=', 'CampaignType')
    .where('Value', '=', CampaignType)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!campaignType) throw refusals.typeUnknown({ CampaignType })
}

const refuseDuplicate = (CampaignCode: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'campaign_pkey' ? refusals.codeTaken({ CampaignCode }) : error
}

/** Converts an exceeded budget to an error. A sale that is awarded during the update can cause it. */
const refuseSpent = (SpentPoints: number) => (error: { constraint?: string }) => {
  throw error.constraint === 'campaign_budget' ? refusals.budgetSpent({ SpentPoints }) : error
}

export async function addCampaign(ctx: Ctx, { Objects = [], ...fields }: Input<typeof contract.addCampaign>) {
  await refuseTerms(ctx, fields as Terms)
  const { CampaignCode } = fields
  await ctx.db
    .insertInto('Campaign')
    .values({
      ...fields,
      OwnerId: ctx.actor.userId,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .execute()
    .catch(refuseDuplicate(CampaignCode))
  await replaceCampaignObjects(ctx, CampaignCode, Objects)
  logCampaignAction(ctx, 'Create Campaign', CampaignCode)
  return findCampaign(ctx, CampaignCode)
}

export async function updateCampaign(
  ctx: Ctx,
  { CampaignCode, Version, Objects, ...changes }: Input<typeof contract.updateCampaign>,
) {
  const before = await lockCampaign(ctx, CampaignCode)
  if (before.Status === 'Deleted') throw refusals.deleted()
  const present = await findCampaign(ctx, CampaignCode)
  await refuseStaleVersion(
    ctx,
    { record: ['Campaign', CampaignCode], sent: Version, present: before.Version },
    () => present,
  )
  await refuseTerms(ctx, { ...before, ...changes } as Terms, before)
  const { ControlPercent, BudgetPoints } = changes
  if (ControlPercent !== undefined && ControlPercent !== before.ControlPercent && present.SentYN === 'Y')
    throw refusals.controlFixed()
  if (BudgetPoints && BudgetPoints < present.SpentPoints)
    throw refusals.budgetSpent({ SpentPoints: present.SpentPoints })
  await ctx.db
    .updateTable('Campaign')
    .set({
      ...changes,
      // A status that a user sets replaces the automatic end of the campaign.
      ...(changes.Status && { RanOutYN: 'N' }),
      Version: before.Version + 1,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .where('CampaignCode', '=', CampaignCode)
    .execute()
    .catch(refuseSpent(present.SpentPoints))
  if (Objects) await replaceCampaignObjects(ctx, CampaignCode, Objects)
  logCampaignAction(ctx, 'Update Campaign', CampaignCode)
  return findCampaign(ctx, CampaignCode)
}

/** Deletes a campaign that has no contacts, awards or open sends. */
export async function deleteCampaign(ctx: Ctx, { CampaignCode }: Input<typeof contract.deleteCampaign>) {
  const before = await lockCampaign(ctx, CampaignCode)
  if (before.Status === 'Deleted') throw refusals.deleted()
  const { rows } = await sql<{ Contacted: number; SpentPoints: number; Sends: number }>`
    select (select count(*) from campaign_target where campaign_code = ${CampaignCode} and counted_from is not null)::int as contacted,
      (select count(*) from campaign_send where campaign_code = ${CampaignCode} and status in ('Running', 'Paused'))::int as sends,
      (select coalesce(sum(points), 0)::bigint from sale_bonus where cause = ${CampaignCode}) as spent_points`.execute(
    ctx.db,
  )
  const { Contacted, SpentPoints, Sends } = rows[0]!
  if (Contacted > 0 || SpentPoints > 0 || Sends > 0) throw refusals.inUse({ Contacted, SpentPoints })
  return setStatus(ctx, CampaignCode, before.Version, 'Deleted', 'Delete Campaign')
}

export async function restoreCampaign(ctx: Ctx, { CampaignCode }: Input<typeof contract.restoreCampaign>) {
  const before = await lockCampaign(ctx, CampaignCode)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const previousStatus = await statusBeforeDelete(ctx, 'Campaign', CampaignCode)
  return setStatus(ctx, CampaignCode, before.Version, previousStatus as CampaignStatus, 'Restore Campaign')
}

async function setStatus(ctx: Ctx, CampaignCode: string, version: number, Status: CampaignStatus, action: string) {
  await ctx.db
    .updateTable('Campaign')
    .set({ Status, Version: version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CampaignCode', '=', CampaignCode)
    .execute()
  logCampaignAction(ctx, action, CampaignCode)
  return findCampaign(ctx, CampaignCode)
}
