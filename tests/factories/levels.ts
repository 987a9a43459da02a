import type { Insertable } from 'kysely'
import type { MembershipTable } from '#db/tables.ts'
import type { Db } from '#kit/server/ctx.ts'
import { registered } from './customers.ts'
import { category, level } from './memberships.ts'

// A company with three tiers, and premium members in them.

/** BRONZE has no condition; SILVER and GOLD need 5,000 and 10,000 in a cycle to enter, 3,000 and 6,000 to stay. */
export async function threeTiers(db: Db) {
  const bronze = await category(db, { Code: 'BRONZE', Name: 'Bronze', LevelSequence: 1 })
  const silver = await category(db, { Code: 'SILVER', Name: 'Silver', LevelSequence: 2 })
  const gold = await category(db, { Code: 'GOLD', Name: 'Gold', LevelSequence: 3 })
  await level(db, bronze.CardCategoryId, { FirstSalesAmount: '500' })
  const silverLevel = await level(db, silver.CardCategoryId, {
    FirstSalesAmount: '4000',
    AccumulateAmount: '5000',
    MaintainAmount: '3000',
  })
  const goldLevel = await level(db, gold.CardCategoryId, {
    FirstSalesAmount: '8000',
    AccumulateAmount: '10000',
    MaintainAmount: '6000',
  })
  return { bronze, silver, gold, silverLevel, goldLevel }
}

/** A premium member, with a cycle that is the year 2026 by default. */
export async function premium(
  db: Db,
  CardCategoryCode: string,
  card: Partial<Insertable<MembershipTable>> = {},
  customer: object = {},
) {
  return registered(
    db,
    { MemberType: 'Premium Member', ...customer },
    {
      MemberType: 'Premium Member',
      CardCategoryCode,
      ActivatedAt: '2026-01-01T02:00:00Z',
      CycleStart: '2026-01-01',
      CycleEnd: '2026-12-31',
      ...card,
    },
  )
}
