import { sql } from 'kysely'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Db } from '#kit/server/ctx.ts'

type Holder = { UserId: number; Email: string }

/** Finds active users of an outlet or of head office who have the privilege and an e-mail address. */
export async function findPrivilegeHolders(
  db: Db,
  { privilege, outletCode }: { privilege: string; outletCode: string | null },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select account.user_id, staff.email
    from user_privilege user_right
    join user_account account on account.user_id = user_right.user_id and account.status = 'Active'
    join staff on staff.staff_id = account.staff_id and staff.status = 'Active' and staff.email is not null
    join building on building.building_id = staff.building_id
    where user_right.privilege = ${privilege} and (building.code = ${HQ_CODE} or building.code is not distinct from ${outletCode}::text)
    order by account.user_id`.execute(db)
  return rows
}

/** Returns the e-mail address of an active account. */
export async function findAccountEmail(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ Email: string }>`
    select staff.email from user_account account join staff using (staff_id)
    where account.user_id = ${userId} and account.status = 'Active' and staff.status = 'Active' and staff.email is not null`.execute(
    db,
  )
  return rows[0]?.Email
}
