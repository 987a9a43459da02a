import { sql } from 'kysely'
import { HQ } from '#kit/contract/scope.ts'
import type { Db } from '#kit/server/ctx.ts'

type Reader = { UserId: number; Email: string }

/** Who holds a privilege, at an outlet or at head office, and can be written to. */
export async function reachableBy(
  db: Db,
  { privilege, outletCode }: { privilege: string; outletCode: string | null },
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select account.user_id, staff.email
    from user_privilege held
    join user_account account on account.user_id = held.user_id and account.status = 'Active'
    join staff on staff.staff_id = account.staff_id and staff.status = 'Active' and staff.email is not null
    join building on building.building_id = staff.building_id
    where held.privilege = ${privilege} and (building.code = ${HQ} or building.code is not distinct from ${outletCode}::text)
    order by account.user_id`.execute(db)
  return rows
}

/** Where an account's person can be written to, while the account works. */
export async function mailOf(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ Email: string }>`
    select staff.email from user_account account join staff using (staff_id)
    where account.user_id = ${userId} and account.status = 'Active' and staff.status = 'Active' and staff.email is not null`.execute(
    db,
  )
  return rows[0]?.Email
}
