import { sql } from 'kysely'
import { applyProvisionedRoles } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * Gives accounts the roles of their groups, and takes roles that no group of theirs has any more.
 * A role that a person granted stays: only roles in scim_granted_role are taken.
 * Locks the accounts first, so that concurrent changes of groups add up.
 */
export async function applyRolesOfGroups(ctx: Ctx, userIds: readonly number[]) {
  if (userIds.length === 0) return
  const ids = [...new Set(userIds)]
  await sql`select from user_account where user_id = any(${ids}::bigint[]) order by user_id for update`.execute(ctx.db)
  const granted = await sql<Grant>`
    select distinct member.user_id, group_role.role as name
    from scim_group_member member join scim_group_role group_role using (group_id)
    where member.user_id = any(${ids}::bigint[])
      and not exists (select from user_role where user_role.user_id = member.user_id and user_role.role = group_role.role)
    order by 1, 2`.execute(ctx.db)
  const revoked = await sql<Grant>`
    select user_id, role as name from scim_granted_role granted
    where user_id = any(${ids}::bigint[]) and not exists (
      select from scim_group_member member join scim_group_role group_role using (group_id)
      where member.user_id = granted.user_id and group_role.role = granted.role)
    order by 1, 2`.execute(ctx.db)
  const asRole = ({ UserId, Name }: Grant) => ({ UserId, kind: 'Role' as const, name: Name })
  await applyProvisionedRoles(ctx, granted.rows.map(asRole), revoked.rows.map(asRole))
  if (granted.rows.length > 0)
    await ctx.db
      .insertInto('ScimGrantedRole')
      .values(granted.rows.map(({ UserId, Name }) => ({ UserId, Role: Name })))
      .execute()
}

type Grant = { UserId: number; Name: string }

export const membersOf = async (ctx: Pick<Ctx, 'db'>, GroupId: number) =>
  (await ctx.db.selectFrom('ScimGroupMember').select('UserId').where('GroupId', '=', GroupId).execute()).map(
    ({ UserId }) => UserId,
  )

export async function removeFromAllGroups(ctx: Ctx, UserId: number) {
  await ctx.db.deleteFrom('ScimGroupMember').where('UserId', '=', UserId).execute()
  await applyRolesOfGroups(ctx, [UserId])
}
