import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'

/** Who is behind a user id. */
export const getUsers = ({ db, actor }: Ctx) =>
  queryList(
    db
      .selectFrom('UserAccount')
      .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
      .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
      .select(['UserId', 'Username', 'Staff.StaffId', 'FullName', 'PreferredName', 'Building.Code as BuildingCode'])
      .select(sql<'Active' | 'Disabled'>`user_account.status`.as('Status'))
      .where('UserAccount.Status', '<>', 'Deleted')
      .where('Staff.Status', '<>', 'Deleted')
      .$if(!actor.isHQ, (query) => query.where('Building.Code', '=', actor.outletCode ?? ''))
      .orderBy('FullName')
      .orderBy('UserId'),
  )
