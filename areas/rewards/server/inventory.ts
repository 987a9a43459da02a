import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals, isBetweenBounds } from '#kit/server/filters.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract/inventory.ts'
import { inventoryRefusals as refusals } from '../contract/inventory.ts'
import { rewardRefusals } from '../contract/rewards.ts'
import { lockReward } from './reward-rows.ts'

const columns = sql`
  i.inventory_id, i.reward_id, reward.code as reward_code, reward.name as reward_name, i.building_id, b.code as outlet_code, b.name as outlet_name,
  i.qty_on_hand, i.qty_reserved, i.qty_issued, i.qty_on_hand - i.qty_reserved as qty_available, i.reorder_level,
  case when i.qty_on_hand - i.qty_reserved <= i.reorder_level then 'Y' else 'N' end as low_yn, i.status, i.version, i.updated_at`
const tables = sql`reward_inventory i join reward using (reward_id) left join building b using (building_id)`

export const listInventories = (_ctx: Ctx, { Search }: Input<typeof contract.listInventories>) =>
  sqlList({
    from: tables,
    where: [
      equals('i.status', Search.Status ?? 'Active'),
      sql`reward.status <> 'Deleted'`,
      equals('i.reward_id', Search.RewardId),
      contains('reward.code', Search.RewardCode),
      contains('reward.name', Search.Name),
      equals('b.code', Search.OutletCode),
      Search.LowYN && sql`(i.qty_on_hand - i.qty_reserved <= i.reorder_level) = ${Search.LowYN === 'Y'}`,
    ],
    select: sql<contract.RewardInventory>`${columns}`,
    sort: {
      RewardCode: 'reward.code',
      // Head office's stock is listed first.
      OutletCode: (direction) => sql`b.code ${direction} nulls first`,
      QtyAvailable: sql`(i.qty_on_hand - i.qty_reserved)`,
      QtyOnHand: 'i.qty_on_hand',
      UpdatedAt: 'i.updated_at',
    },
    tie: 'i.inventory_id',
  })

async function readInventory(ctx: Ctx, InventoryId: number): Promise<contract.RewardInventory> {
  const { rows } = await sql<contract.RewardInventory>`
    select ${columns} from ${tables} where i.inventory_id = ${InventoryId}`.execute(ctx.db)
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

/** Locks inventories in the order of the SQL function lock_places, and returns them. */
async function lockInventories(ctx: Ctx, ids: readonly number[]) {
  await databaseFunctions.lockPlaces(ctx.db, { places: ids })
  return Promise.all(ids.map((id) => readInventory(ctx, id)))
}

async function lockInventory(ctx: Ctx, InventoryId: number) {
  const [inventory] = await lockInventories(ctx, [InventoryId])
  if (inventory!.Status === 'Deleted') throw refusals.deleted()
  return inventory!
}

type Movement = {
  InventoryId: number
  MovementType: contract.MovementType
  OnHand: number
  OtherInventoryId?: number
  Reason: string | null | undefined
}

/** Inserts a stock movement; a trigger updates the counters of the inventory. */
const addMovement = (ctx: Ctx, { Reason, ...movement }: Movement) =>
  ctx.db
    .insertInto('RewardMovement')
    .values({
      ...movement,
      Reason: Reason ?? null,
      OutletCode: ctx.actor.outletCode,
      MovedById: ctx.actor.userId,
      MovedBy: ctx.actor.name,
      MovedAt: ctx.now,
    })
    .execute()

const log = (ctx: Ctx, action: string, InventoryId: number) =>
  ctx.audit(action, 'RewardInventory', InventoryId, `${action} in Reward Inventory. InventoryId - ${InventoryId}`)

async function findBuilding(ctx: Ctx, OutletCode: string | null | undefined): Promise<number | null> {
  if (!OutletCode) return null
  const building = await ctx.db
    .selectFrom('Building')
    .select('BuildingId')
    .where('Code', '=', OutletCode)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (!building) throw rewardRefusals.outletUnknown({ OutletCode })
  return building.BuildingId
}

/** Creates an inventory; returns undefined if the reward already has one at this location. */
async function createInventory(ctx: Ctx, RewardId: number, BuildingId: number | null, ReorderLevel: number) {
  const { rows } = await sql<{ InventoryId: number }>`
    insert into reward_inventory (reward_id, building_id, reorder_level, created_by_id, created_at, updated_at)
    values (${RewardId}, ${BuildingId}, ${ReorderLevel}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now})
    on conflict (reward_id, building_id) where status = 'Active' do nothing returning inventory_id`.execute(ctx.db)
  return rows[0]?.InventoryId
}

/** Creates an inventory and books its opening quantity. */
export async function addInventory(ctx: Ctx, input: Input<typeof contract.addInventory>) {
  const reward = await lockReward(ctx, input.RewardId)
  if (reward.Status === 'Deleted') throw rewardRefusals.deleted()
  const BuildingId = await findBuilding(ctx, input.OutletCode)
  const InventoryId = await createInventory(ctx, input.RewardId, BuildingId, input.ReorderLevel)
  if (InventoryId === undefined) throw refusals.placeTaken()
  if (input.QtyOnHand > 0)
    await addMovement(ctx, { InventoryId, MovementType: 'Receive', OnHand: input.QtyOnHand, Reason: null })
  log(ctx, 'Create Reward Inventory', InventoryId)
  return readInventory(ctx, InventoryId)
}

export async function updateInventory(
  ctx: Ctx,
  { InventoryId, Version, ReorderLevel }: Input<typeof contract.updateInventory>,
) {
  const before = await lockInventory(ctx, InventoryId)
  await refuseStaleVersion(
    ctx,
    { record: ['RewardInventory', InventoryId], sent: Version, present: before.Version },
    () => before,
  )
  await ctx.db
    .updateTable('RewardInventory')
    .set({ ReorderLevel, Version: before.Version + 1, UpdatedAt: ctx.now })
    .where('InventoryId', '=', InventoryId)
    .execute()
  log(ctx, 'Update Reward Inventory', InventoryId)
  return readInventory(ctx, InventoryId)
}

export async function deleteInventory(ctx: Ctx, { InventoryId }: Input<typeof contract.deleteInventory>) {
  const { QtyOnHand, Version } = await lockInventory(ctx, InventoryId)
  if (QtyOnHand > 0) throw refusals.notEmpty({ QtyOnHand })
  await ctx.db
    .updateTable('RewardInventory')
    .set({ Status: 'Deleted', Version: Version + 1, UpdatedAt: ctx.now })
    .where('InventoryId', '=', InventoryId)
    .execute()
  log(ctx, 'Delete Reward Inventory', InventoryId)
  return readInventory(ctx, InventoryId)
}

export async function receiveStock(ctx: Ctx, { InventoryId, Quantity, Reason }: Input<typeof contract.receiveStock>) {
  await lockInventory(ctx, InventoryId)
  await addMovement(ctx, { InventoryId, MovementType: 'Receive', OnHand: Quantity, Reason })
  log(ctx, 'Receive Reward Inventory', InventoryId)
  return readInventory(ctx, InventoryId)
}

/** Transfers available stock to another inventory, and creates the target inventory if it is missing. */
export async function transferStock(ctx: Ctx, input: Input<typeof contract.transferStock>) {
  const { InventoryId, ToOutletCode, Quantity, Reason } = input
  const { RewardId, BuildingId } = await readInventory(ctx, InventoryId)
  const toBuildingId = await findBuilding(ctx, ToOutletCode)
  if (toBuildingId === BuildingId) throw refusals.samePlace()
  await createInventory(ctx, RewardId, toBuildingId, 0)
  const target = await ctx.db
    .selectFrom('RewardInventory')
    .select('InventoryId')
    .where('RewardId', '=', RewardId)
    .where('Status', '=', 'Active')
    .where((where) =>
      toBuildingId === null ? where('BuildingId', 'is', null) : where('BuildingId', '=', toBuildingId),
    )
    .executeTakeFirstOrThrow()
  const [source] = await lockInventories(ctx, [InventoryId, target.InventoryId])
  if (source!.Status === 'Deleted') throw refusals.deleted()
  if (source!.QtyAvailable < Quantity) throw refusals.tooFew({ Available: source!.QtyAvailable })
  const MovementType = 'Transfer' as const
  await addMovement(ctx, { InventoryId, MovementType, OnHand: -Quantity, OtherInventoryId: target.InventoryId, Reason })
  await addMovement(ctx, {
    InventoryId: target.InventoryId,
    MovementType,
    OnHand: Quantity,
    OtherInventoryId: InventoryId,
    Reason,
  })
  log(ctx, 'Transfer Reward Inventory', InventoryId)
  return { From: await readInventory(ctx, InventoryId), To: await readInventory(ctx, target.InventoryId) }
}

/** Sets the quantity on hand to a stock count. Refuses a count below the quantity reserved for members. */
export async function countStock(ctx: Ctx, { InventoryId, Counted, Reason }: Input<typeof contract.countStock>) {
  const { QtyOnHand, QtyReserved } = await lockInventory(ctx, InventoryId)
  if (Counted === QtyOnHand) throw refusals.countedAlready({ QtyOnHand })
  if (Counted < QtyReserved) throw refusals.belowReserved({ Reserved: QtyReserved })
  await addMovement(ctx, { InventoryId, MovementType: 'Count adjust', OnHand: Counted - QtyOnHand, Reason })
  log(ctx, 'Count Reward Inventory', InventoryId)
  return readInventory(ctx, InventoryId)
}

export function listMovements(ctx: Ctx, { Search }: Input<typeof contract.listMovements>) {
  const outlet = ctx.actor.isHQ ? null : (ctx.actor.outletCode ?? '')
  const day = (date: string) => sql`(${date}::date::timestamp at time zone ${ctx.timeZone}::text)`
  return sqlList({
    from: sql`reward_movement m join reward_inventory i using (inventory_id) join reward using (reward_id) left join building b using (building_id)
      left join reward_inventory other on other.inventory_id = m.other_inventory_id left join building other_building on other_building.building_id = other.building_id`,
    where: [
      outlet !== null && sql`b.code = ${outlet}`,
      equals('m.inventory_id', Search.InventoryId),
      equals('i.reward_id', Search.RewardId),
      equals('b.code', Search.OutletCode),
      equals('m.movement_type', Search.MovementType),
      equals('m.reference_code', Search.ReferenceCode),
      isBetweenBounds('m.moved_at', Search.MovedFrom && day(Search.MovedFrom), undefined),
      Search.MovedTo && sql`m.moved_at < ${day(Search.MovedTo)} + interval '1 day'`,
    ],
    select: sql<contract.RewardMovement>`m.movement_id, m.inventory_id, reward.code as reward_code, reward.name as reward_name, b.code as outlet_code,
      m.movement_type, m.on_hand, m.reserved, m.issued, m.other_inventory_id, other_building.code as other_outlet_code, m.reference_code, m.reason,
      m.moved_by, m.outlet_code as moved_outlet_code, m.moved_at`,
    sort: { MovedAt: 'm.moved_at', MovementId: 'm.movement_id' },
    tie: 'm.movement_id',
  })
}
