import { sql } from 'kysely'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Actor, Db } from '#kit/server/ctx.ts'
import { isReportsOnlyAccount } from '../roles.ts'

type Row = {
  StaffId: number | null
  PreferredName: string | null
  Username: string
  BuildingId: number | null
  Code: string | null
  Roles: string[]
  Privileges: string[]
}

/** Returns an account with its current rights, for work that continues without a session. Undefined for an inactive one. */
export async function findAccountActor(db: Db, userId: number): Promise<Actor | undefined> {
  const { rows } = await sql<Row>`
    select st.staff_id, st.preferred_name, u.username, b.building_id, b.code,
      array(select role from user_role r where r.user_id = u.user_id) as roles,
      array(select privilege from user_privilege p where p.user_id = u.user_id) as privileges
    from user_account u
      left join staff st using (staff_id)
      left join building b using (building_id)
    where u.user_id = ${userId} and u.status = 'Active' and coalesce(st.status, 'Active') = 'Active'`.execute(db)
  const row = rows[0]
  return (
    row && {
      kind: 'staff',
      userId,
      customerId: null,
      staffId: row.StaffId,
      name: row.PreferredName ?? row.Username,
      roles: new Set(row.Roles),
      privileges: new Set(row.Privileges),
      scopes: new Set(),
      outletCode: row.Code,
      buildingId: row.BuildingId,
      isHQ: row.Code === HQ_CODE,
      isReader: isReportsOnlyAccount(row.Roles),
      sessionId: null,
      sessionLabel: null,
      accessVersion: 0,
    }
  )
}
