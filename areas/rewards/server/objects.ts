import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract/reward-objects.ts'
import { rewardRefusals as refusals } from '../contract/rewards.ts'
import { lockReward, rewardObjectColumns } from './reward-rows.ts'

export const listRewardObjects = (_ctx: Ctx, { Search }: Input<typeof contract.listRewardObjects>) =>
  sqlList({
    from: sql`reward_object o`,
    where: [
      equals('o.reward_id', Search.RewardId),
      equals('o.object_type', Search.ObjectType),
      equals('o.status', Search.Status ?? 'Active'),
    ],
    select: sql<contract.RewardObject>`${rewardObjectColumns}`,
    tie: 'o.reward_object_id',
  })

async function readObject(ctx: Ctx, RewardObjectId: number): Promise<contract.RewardObject> {
  const { rows } = await sql<contract.RewardObject>`
    select ${rewardObjectColumns} from reward_object o where o.reward_object_id = ${RewardObjectId}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

type ObjectInput = Input<typeof contract.addRewardObject>

/** Throws if an outlet or stock group does not exist. */
async function refuseUnknown(ctx: Ctx, { ObjectType, ObjectValue }: ObjectInput) {
  const { rows } =
    ObjectType === 'Building'
      ? await sql`select from building where code = ${ObjectValue} and status <> 'Deleted'`.execute(ctx.db)
      : await sql`select from stock_group where code = ${ObjectValue} and status = 'Active'`.execute(ctx.db)
  if (rows.length > 0) return
  throw ObjectType === 'Building'
    ? refusals.outletUnknown({ OutletCode: ObjectValue })
    : refusals.stockGroupUnknown({ Code: ObjectValue })
}

const log = (ctx: Ctx, action: string, { RewardObjectId, RewardId }: contract.RewardObject) =>
  ctx.audit(
    action,
    'RewardObject',
    RewardObjectId,
    `${action} in Reward Object. RewardObjectId - ${RewardObjectId}, RewardId - ${RewardId}`,
  )

/** Adds an outlet or stock group to a reward; a repeated request returns the existing entry. */
export async function addRewardObject(ctx: Ctx, input: ObjectInput) {
  const reward = await lockReward(ctx, input.RewardId)
  if (reward.Status === 'Deleted') throw refusals.deleted()
  await refuseUnknown(ctx, input)
  const { rows } = await sql<{ RewardObjectId: number }>`
    insert into reward_object (reward_id, object_type, object_value, created_by_id, created_at, updated_at)
    values (${input.RewardId}, ${input.ObjectType}, ${input.ObjectValue}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now})
    on conflict (reward_id, object_type, object_value) where status = 'Active' do nothing returning reward_object_id`.execute(
    ctx.db,
  )
  if (rows[0]) {
    const added = await readObject(ctx, rows[0].RewardObjectId)
    log(ctx, 'Create Reward Object', added)
    return added
  }
  const { RewardObjectId } = await ctx.db
    .selectFrom('RewardObject')
    .select('RewardObjectId')
    .where('RewardId', '=', input.RewardId)
    .where('ObjectType', '=', input.ObjectType)
    .where('ObjectValue', '=', input.ObjectValue)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  return readObject(ctx, RewardObjectId)
}

export async function updateRewardObject(
  ctx: Ctx,
  { RewardObjectId, Status }: Input<typeof contract.updateRewardObject>,
) {
  const before = await readObject(ctx, RewardObjectId)
  if (before.Status === Status) return before
  await ctx.db
    .updateTable('RewardObject')
    .set(({ eb }) => ({ Status, Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('RewardObjectId', '=', RewardObjectId)
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'reward_object_once'
        ? refusals.objectTaken({ ObjectValue: before.ObjectValue })
        : error
    })
  log(ctx, Status === 'Deleted' ? 'Delete Reward Object' : 'Update Reward Object', before)
  return readObject(ctx, RewardObjectId)
}

export const deleteRewardObject = (ctx: Ctx, { RewardObjectId }: Input<typeof contract.deleteRewardObject>) =>
  updateRewardObject(ctx, { RewardObjectId, Status: 'Deleted' })
