import { type Insertable, sql } from 'kysely'
import type { RewardTable } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import { nextNumber } from './people.ts'

// Creates rewards, stock, vouchers and members with points; every field has a valid default.

/** An Active Premium Gift of 100 points without any limit. */
export async function reward(db: Db, values: Partial<Insertable<RewardTable>> = {}) {
  const Type = values.Type ?? 'Premium Gift'
  const { RewardId, Code } = await db
    .insertInto('Reward')
    .values({
      Code: `GIFT${nextNumber()}`,
      Name: 'Silver spoon',
      Type,
      Status: 'Active',
      PointDeduct: Type === 'Premium Gift' ? 100 : 0,
      ValidityDays: 30,
      ...values,
    })
    .returning(['RewardId', 'Code'])
    .executeTakeFirstOrThrow()
  return { RewardId, Code }
}

/** A claimable reward with a voucher of 50, and the given number of vouchers in stock. */
export async function voucherReward(db: Db, vouchers: number, values: Partial<Insertable<RewardTable>> = {}) {
  const VoucherType = `G${nextNumber()}`
  const newReward = await reward(db, { Type: 'Free Gift', VoucherType, VoucherValue: '50.00', ...values })
  await sql`
    insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
    select ${VoucherType} || '-' || n, '\\x00', 'test', ${VoucherType}, 50, '2030-12-31' from generate_series(1, ${vouchers}::int) n`.execute(
    db,
  )
  return { ...newReward, VoucherType }
}

/** Adds stock of a reward to an outlet, or to head office's pool if the outlet is null. */
export async function stock(db: Db, RewardId: number, outlet: string | null, quantity: number) {
  const { rows } = await sql<{ InventoryId: number }>`
    insert into reward_inventory (reward_id, building_id)
    values (${RewardId}, (select building_id from building where code = ${outlet})) returning inventory_id`.execute(db)
  const { InventoryId } = rows[0]!
  if (quantity > 0)
    await sql`
      insert into reward_movement (inventory_id, movement_type, on_hand, moved_by, moved_at)
      values (${InventoryId}, 'Receive', ${quantity}, 'test', now())`.execute(db)
  return InventoryId
}

/** Adds a lot of points that the member can spend. */
export const points = (db: Db, MembershipNo: string, amount: number, until: string | null = '2028-12-31') =>
  sql`select credit_points(${MembershipNo}, 'Adjust In', ${amount}, ${JSON.stringify({
    BusinessDate: '2026-01-01',
    EarnedAt: '2026-01-01T00:00:00Z',
    AvailableFrom: '2026-01-01',
    ExpiryDate: until,
    ObjectType: 'Test',
    ObjectValue: 'points',
    SourceKey: `test:points:${nextNumber()}`,
  })}::jsonb)`.execute(db)
