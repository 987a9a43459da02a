import { type Selectable, sql } from 'kysely'
import { customFieldConditions, validateCustomValues } from '#areas/custom-fields/server/index.ts'
import { replaceImagesOfRecord } from '#areas/media/server/index.ts'
import type { RewardTable } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { isRedeemedKind } from '../contract/reward-kinds.ts'
import type * as contract from '../contract/rewards.ts'
import { rewardRefusals as refusals } from '../contract/rewards.ts'
import {
  countOutstandingCustomerRewards,
  lockReward,
  logRewardAction,
  readReward,
  rewardColumns,
  rewardStockJoin,
} from './reward-rows.ts'

export async function listRewards(ctx: Ctx, { Search }: Input<typeof contract.listRewards>) {
  const customFieldFilters = await customFieldConditions(ctx, 'Rewards', sql`reward.custom_values`, Search.CustomValues)
  return sqlList({
    from: sql`reward ${rewardStockJoin}`,
    where: [
      Search.Status ? equals('reward.status', Search.Status) : sql`reward.status <> 'Deleted'`,
      contains('reward.code', Search.Code),
      contains('reward.name', Search.Name),
      equals('reward.type', Search.Type),
      Search.OutletCode &&
        sql`(not exists (select from reward_object o where o.reward_id = reward.reward_id and o.object_type = 'Building' and o.status = 'Active')
          or exists (select from reward_object o where o.reward_id = reward.reward_id and o.object_type = 'Building' and o.status = 'Active' and o.object_value = ${Search.OutletCode}))`,
      Search.LowStockYN && sql`stock.low = ${Search.LowStockYN === 'Y'}`,
      ...customFieldFilters,
    ],
    select: sql<contract.Reward>`${rewardColumns}`,
    sort: Object.fromEntries(
      ['Code', 'Name', 'Type', 'PointDeduct', 'ValidTo', 'CreatedAt'].map((name) => [name, `reward.${name}`]),
    ),
    tie: 'reward.reward_id',
  })
}

export async function getReward(ctx: Ctx, { RewardId }: Input<typeof contract.getReward>) {
  const reward = await readReward(ctx, RewardId)
  if (reward.Status === 'Deleted') throw refusals.notFound()
  return reward
}

type Terms = Pick<
  Selectable<RewardTable>,
  | 'Type'
  | 'PointDeduct'
  | 'ValidityMode'
  | 'ValidityDays'
  | 'ValidFrom'
  | 'ValidTo'
  | 'VoucherType'
  | 'VoucherValue'
  | 'CardCategories'
>

/** Rejects contradictory terms of a reward with a readable message; CHECK constraints have the same rules. */
async function refuseTerms(ctx: Ctx, terms: Partial<Terms>) {
  const { Type, PointDeduct = 0, ValidityMode, ValidityDays, ValidFrom, ValidTo, VoucherType, VoucherValue } = terms
  if (isRedeemedKind(Type) && PointDeduct === 0) throw refusals.pointsMissing()
  if (Boolean(VoucherType) !== Boolean(VoucherValue && Number(VoucherValue) > 0)) throw refusals.voucherIncomplete()
  if (ValidityMode === 'Fixed dates' && !ValidTo) throw refusals.datesMissing()
  if (ValidityMode === 'Days after issue' && !ValidityDays && !isRedeemedKind(Type)) throw refusals.daysMissing()
  if (ValidFrom && ValidTo && ValidTo < ValidFrom) throw refusals.datesReversed()
  for (const Code of terms.CardCategories ?? []) {
    const category = await ctx.db
      .selectFrom('CardCategory')
      .select('CardCategoryId')
      .where('Code', '=', Code)
      .where('Status', '<>', 'Deleted')
      .executeTakeFirst()
    if (!category) throw refusals.categoryUnknown({ Code })
  }
}

/** Converts media ids to a value of the bigint[] column. */
const toImagesColumn = (ids: readonly number[]) => sql<string[]>`${ids}::bigint[]`

const refuseTakenCode = (Code: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'reward_code' ? refusals.codeTaken({ Code }) : error
}

export async function addReward(ctx: Ctx, { Images = [], CustomValues, ...fields }: Input<typeof contract.addReward>) {
  await refuseTerms(ctx, fields as Partial<Terms>)
  const values = await validateCustomValues(ctx, 'Rewards', { changes: CustomValues, complete: true })
  const { RewardId } = await ctx.db
    .insertInto('Reward')
    .values({
      ...fields,
      ...(values && { CustomValues: values }),
      Images: toImagesColumn(Images),
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('RewardId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenCode(fields.Code))
  await ctx.db.insertInto('RewardGiven').values({ RewardId }).execute()
  await replaceImagesOfRecord(ctx, { ObjectType: 'RewardId', ObjectId: RewardId }, Images)
  logRewardAction(ctx, 'Create Reward', RewardId)
  return readReward(ctx, RewardId)
}

export async function updateReward(
  ctx: Ctx,
  { RewardId, Version, Images, CustomValues, ...changes }: Input<typeof contract.updateReward>,
) {
  const before = await lockReward(ctx, RewardId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  await refuseStaleVersion(ctx, { record: ['Reward', RewardId], sent: Version, present: before.Version }, () =>
    readReward(ctx, RewardId),
  )
  await refuseTerms(ctx, { ...before, ...changes } as Terms)
  if (changes.Type && changes.Type !== before.Type && (await wasGiven(ctx, RewardId))) throw refusals.typeFixed()
  // Deactivating a reward that members still have needs a second person's approval: see deactivateReward.
  if (before.Status === 'Active' && changes.Status && changes.Status !== 'Active') {
    const Outstanding = await countOutstandingCustomerRewards(ctx, RewardId)
    if (Outstanding > 0) throw refusals.outstanding({ Outstanding })
  }
  const values = await validateCustomValues(ctx, 'Rewards', { changes: CustomValues, stored: before.CustomValues })
  const deactivation = { DeactivatedAt: changes.Status === 'Inactive' ? ctx.now : null }
  await ctx.db
    .updateTable('Reward')
    .set({
      ...changes,
      ...(values && { CustomValues: values }),
      ...(Images && { Images: toImagesColumn(Images) }),
      ...(changes.Status && changes.Status !== before.Status && deactivation),
      Version: before.Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('RewardId', '=', RewardId)
    .execute()
    .catch(refuseTakenCode(changes.Code ?? before.Code))
  if (Images) await replaceImagesOfRecord(ctx, { ObjectType: 'RewardId', ObjectId: RewardId }, Images)
  logRewardAction(ctx, 'Update Reward', RewardId)
  return readReward(ctx, RewardId)
}

async function wasGiven(ctx: Ctx, RewardId: number) {
  const row = await ctx.db.selectFrom('RewardGiven').select('Given').where('RewardId', '=', RewardId).executeTakeFirst()
  return (row?.Given ?? 0) > 0
}

export async function deleteReward(ctx: Ctx, { RewardId }: Input<typeof contract.deleteReward>) {
  const before = await lockReward(ctx, RewardId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  const Outstanding = await countOutstandingCustomerRewards(ctx, RewardId)
  if (Outstanding > 0) throw refusals.inUse({ Outstanding })
  await setStatus(ctx, RewardId, before.Version, 'Deleted')
  logRewardAction(ctx, 'Delete Reward', RewardId)
  return readReward(ctx, RewardId)
}

/** Restores a deleted reward within 30 seconds after the deletion. */
export async function restoreReward(ctx: Ctx, { RewardId }: Input<typeof contract.restoreReward>) {
  const before = await lockReward(ctx, RewardId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const previousStatus = await statusBeforeDelete(ctx, 'Reward', RewardId)
  const Status =
    previousStatus === 'Active' || previousStatus === 'Draft' || previousStatus === 'Expired'
      ? previousStatus
      : 'Inactive'
  await setStatus(ctx, RewardId, before.Version, Status).catch(refuseTakenCode(before.Code))
  logRewardAction(ctx, 'Restore Reward', RewardId)
  return readReward(ctx, RewardId)
}

const setStatus = (ctx: Ctx, RewardId: number, version: number, Status: contract.RewardStatus) =>
  ctx.db
    .updateTable('Reward')
    .set({ Status, Version: version + 1, UpdatedAt: ctx.now })
    .where('RewardId', '=', RewardId)
    .execute()
