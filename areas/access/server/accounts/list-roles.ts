import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import { privileges, roles } from '../../roles.ts'

/** Lists every role and privilege in menu order, with the users who have it. */
export async function listRoles(ctx: Ctx) {
  const [roleGrants, privilegeGrants, users] = await Promise.all([
    ctx.db.selectFrom('UserRole').select(['UserId', 'Role as Name']).execute(),
    ctx.db.selectFrom('UserPrivilege').select(['UserId', 'Privilege as Name']).execute(),
    ctx.db
      .selectFrom('UserAccount')
      .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .select(['UserId', 'Username', 'FullName', 'Building.Code as BuildingCode'])
      .where('UserAccount.Status', '<>', 'Deleted')
      .where('Staff.Status', '<>', 'Deleted')
      .orderBy('FullName')
      .execute(),
  ])
  const usersWith = (grants: { UserId: number; Name: string }[], name: string) => {
    const ids = new Set(grants.filter(({ Name }) => Name === name).map(({ UserId }) => UserId))
    return users.filter(({ UserId }) => ids.has(UserId))
  }
  const rows = [
    ...roles.map((Name) => ({ Kind: 'Role' as const, Name, Users: usersWith(roleGrants, Name) })),
    ...privileges.map((Name) => ({ Kind: 'Privilege' as const, Name, Users: usersWith(privilegeGrants, Name) })),
  ]
  return createValueList(rows)
}
