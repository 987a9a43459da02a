import { sql } from 'kysely'
import { ADMINISTRATOR_ROLE } from '#areas/access/contract/accounts.ts'
import { assertCanGrant } from '#areas/access/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import {
  type listProvisionedGroups as listContract,
  groupRefusals as refusals,
  type setRolesOfGroup as setContract,
} from '../contract/groups.ts'
import { applyRolesOfGroups, membersOf } from './scim/group-members.ts'

const groups = (ctx: Ctx) =>
  ctx.db
    .selectFrom('ScimGroup')
    .select(['GroupId', 'Name', 'UpdatedAt', 'Version'])
    .select([
      sql<number>`(select count(*)::int from scim_group_member m where m.group_id = scim_group.group_id)`.as('Members'),
      sql<string[]>`array(select role from scim_group_role r where r.group_id = scim_group.group_id order by 1)`.as(
        'Roles',
      ),
    ])

export const listProvisionedGroups = (ctx: Ctx, { Search }: Input<typeof listContract>) =>
  queryList(groups(ctx), { where: [contains('Name', Search.Name)], tie: 'GroupId' })

/**
 * Sets the roles of a group's members.
 * Users can add only roles that they have, as for a grant to one account. A role that stays is not checked.
 */
export async function setRolesOfGroup(ctx: Ctx, { GroupId, Version, Roles }: Input<typeof setContract>) {
  if (Roles.includes(ADMINISTRATOR_ROLE)) throw refusals.administratorRole({ Role: ADMINISTRATOR_ROLE })
  await ctx.db.selectFrom('ScimGroup').select('GroupId').where('GroupId', '=', GroupId).forUpdate().execute()
  const group = await groups(ctx).where('GroupId', '=', GroupId).executeTakeFirst()
  if (!group) throw refusals.notFound()
  if (group.Version !== Version) throw staleVersionRefusal(group)
  const added = [...new Set(Roles)].filter((role) => !group.Roles.includes(role))
  assertCanGrant(ctx, { Roles: added })

  await sql`delete from scim_group_role where group_id = ${GroupId} and role <> all (${Roles}::text[])`.execute(ctx.db)
  await sql`insert into scim_group_role (group_id, role) select ${GroupId}, unnest(${added}::text[])`.execute(ctx.db)
  await ctx.db
    .updateTable('ScimGroup')
    .set({ Version: Version + 1, UpdatedAt: ctx.now })
    .where('GroupId', '=', GroupId)
    .execute()
  await applyRolesOfGroups(ctx, await membersOf(ctx, GroupId))
  ctx.audit(
    'Set Roles of Group',
    'ScimGroup',
    GroupId,
    `Set Roles of Group in Provisioning. GroupId - ${GroupId}, Roles - ${Roles.join(', ') || '-'}`,
  )
  return (await groups(ctx).where('GroupId', '=', GroupId).executeTakeFirst())!
}
