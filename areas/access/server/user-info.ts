import type { Ctx } from '#kit/server/ctx.ts'
import type { UserInfo } from '../contract.ts'

/** Returns the public data of an account with its current roles and privileges. */
export async function readUserInfo(ctx: Ctx, userId: number): Promise<UserInfo> {
  const [user, roles, privileges] = await Promise.all([
    ctx.db
      .selectFrom('UserAccount')
      .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .leftJoin('Department', 'Department.DepartmentId', 'Staff.DepartmentId')
      .leftJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .select([
        'UserId',
        'Username',
        'UserAccount.StaffId',
        'FullName',
        'PreferredName',
        'JobTitle',
        'Image',
        'StaffType',
      ])
      .select([
        'Department.Code as DepartmentCode',
        'Building.BuildingId',
        'Building.Code as BuildingCode',
        'Building.Name as BuildingName',
      ])
      .where('UserId', '=', userId)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('UserRole').select('Role').where('UserId', '=', userId).orderBy('Role').execute(),
    ctx.db.selectFrom('UserPrivilege').select('Privilege').where('UserId', '=', userId).orderBy('Privilege').execute(),
  ])
  return {
    id: user.UserId,
    username: user.Username,
    department: user.DepartmentCode === null ? null : { code: user.DepartmentCode },
    building:
      user.BuildingId === null ? null : { id: user.BuildingId, code: user.BuildingCode!, name: user.BuildingName! },
    staff:
      user.StaffId === null
        ? null
        : {
            id: user.StaffId,
            full_name: user.FullName!,
            preferred_name: user.PreferredName!,
            job_title: user.JobTitle,
            image: user.Image,
            staff_type: { name: user.StaffType! },
          },
    roles: roles.map(({ Role }) => Role),
    privileges: privileges.map(({ Privilege }) => Privilege),
  }
}
