import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type scimGroups, scimRefusals } from '../../contract/scim.ts'
import { parseFilter, parsePaging } from './filter.ts'
import { applyRolesOfGroups, membersOf } from './group-members.ts'
import { attributeOf, isObject, type Json, readText } from './json.ts'
import { readOperations } from './patch.ts'
import { GROUP_SCHEMA, listResponse, locationOf, metaOf, projectResource, withoutEmpty } from './resources.ts'

const GROUP_NAME_MAX = 200

type GroupRow = {
  GroupId: number
  Name: string
  ExternalId: string | null
  CreatedAt: string
  UpdatedAt: string
  Members: { value: string; display: string }[]
}

const selectGroups = sql`
  select group_id, name, external_id, created_at, updated_at, (
    select coalesce(jsonb_agg(jsonb_build_object('value', user_id::text, 'display', full_name) order by user_id), '[]')
    from scim_group_member join user_account using (user_id) join staff using (staff_id)
    where scim_group_member.group_id = scim_group.group_id) as members
  from scim_group`

function toGroupResource({ services: { webUrl } }: Ctx, group: GroupRow): Json {
  return withoutEmpty({
    schemas: [GROUP_SCHEMA],
    id: String(group.GroupId),
    externalId: group.ExternalId,
    displayName: group.Name,
    members: group.Members.map((member) => ({ ...member, $ref: locationOf(webUrl, 'User', Number(member.value)) })),
    meta: metaOf(webUrl, 'Group', { id: group.GroupId, created: group.CreatedAt, updated: group.UpdatedAt }),
  })
}

async function findGroup(ctx: Ctx, id: number | string) {
  const { rows } = Number.isSafeInteger(id)
    ? await sql<GroupRow>`${selectGroups} where group_id = ${Number(id)}`.execute(ctx.db)
    : { rows: [] }
  if (!rows[0]) throw scimRefusals.notFound()
  return rows[0]
}

export async function getScimGroup(ctx: Ctx, { ResourceId, ...projection }: Input<typeof scimGroups.get>) {
  return projectResource(toGroupResource(ctx, await findGroup(ctx, ResourceId)), projection)
}

export async function listScimGroups(ctx: Ctx, query: Input<typeof scimGroups.list>) {
  const { start, count } = parsePaging(query)
  const filter = parseFilter(query.filter, ['displayName', 'externalId', 'id'])
  const condition = !filter
    ? sql`true`
    : filter.attribute === 'displayName'
      ? sql`lower(name) = lower(${filter.value})`
      : filter.attribute === 'externalId'
        ? sql`external_id = ${filter.value}`
        : sql`group_id::text = ${filter.value}`
  const total = await sql<{ Total: number }>`select count(*) as total from scim_group where ${condition}`.execute(
    ctx.db,
  )
  const { rows } = await sql<GroupRow>`
    ${selectGroups} where ${condition} order by group_id offset ${start - 1} limit ${count}`.execute(ctx.db)
  return listResponse(
    rows.map((row) => projectResource(toGroupResource(ctx, row), query)),
    Number(total.rows[0]!.Total),
    start,
  )
}

export async function addScimGroup(ctx: Ctx, body: Input<typeof scimGroups.add>) {
  const Name = readGroupName(attributeOf(body, 'displayName'))
  const ExternalId = readText(attributeOf(body, 'externalId'), 'externalId', 200)
  const { GroupId } = await ctx.db
    .insertInto('ScimGroup')
    .values({ Name, ExternalId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('GroupId')
    .executeTakeFirstOrThrow()
    .catch(refuseDuplicate(Name))
  ctx.audit('Create Group', 'ScimGroup', GroupId, `Create Group in Provisioning. GroupId - ${GroupId}`)
  await addMembers(ctx, GroupId, readMemberIds(attributeOf(body, 'members')))
  return toGroupResource(ctx, await findGroup(ctx, GroupId))
}

export async function replaceScimGroup(ctx: Ctx, { ResourceId, ...body }: Input<typeof scimGroups.replace>) {
  const GroupId = await lockGroup(ctx, ResourceId)
  for (const name of ['displayName', 'externalId', 'members']) {
    const value = attributeOf(body, name)
    if (value !== undefined) await applyOperation(ctx, GroupId, { op: 'replace', path: name, value })
  }
  return touch(ctx, GroupId)
}

export async function patchScimGroup(ctx: Ctx, { ResourceId, ...body }: Input<typeof scimGroups.patch>) {
  const GroupId = await lockGroup(ctx, ResourceId)
  for (const operation of readOperations(body)) await applyOperation(ctx, GroupId, operation)
  return touch(ctx, GroupId)
}

/** Deletes a group. Its members lose the roles that only this group gave them. */
export async function removeScimGroup(ctx: Ctx, { ResourceId }: Input<typeof scimGroups.remove>) {
  const GroupId = await lockGroup(ctx, ResourceId)
  const members = await membersOf(ctx, GroupId)
  await ctx.db.deleteFrom('ScimGroup').where('GroupId', '=', GroupId).execute()
  await applyRolesOfGroups(ctx, members)
  ctx.audit('Delete Group', 'ScimGroup', GroupId, `Delete Group in Provisioning. GroupId - ${GroupId}`)
  return {}
}

async function lockGroup(ctx: Ctx, id: number | string) {
  const { GroupId } = await findGroup(ctx, id)
  await ctx.db.selectFrom('ScimGroup').select('GroupId').where('GroupId', '=', GroupId).forUpdate().execute()
  return GroupId
}

async function touch(ctx: Ctx, GroupId: number) {
  await ctx.db.updateTable('ScimGroup').set({ UpdatedAt: ctx.now }).where('GroupId', '=', GroupId).execute()
  ctx.audit('Update Group', 'ScimGroup', GroupId, `Update Group in Provisioning. GroupId - ${GroupId}`)
  return toGroupResource(ctx, await findGroup(ctx, GroupId))
}

type GroupOperation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown }

async function applyOperation(ctx: Ctx, GroupId: number, { op, path, value }: GroupOperation) {
  const named = path.replace(`${GROUP_SCHEMA}:`, '')
  const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i.exec(named)?.[1]
  if (oneMember !== undefined) {
    if (op !== 'remove') throw scimRefusals.invalidPath({ Path: path })
    return removeMembers(ctx, GroupId, toUserIds([oneMember]))
  }
  switch (named.toLowerCase()) {
    case 'displayname': {
      const Name = readGroupName(op === 'remove' ? null : value)
      return void (await ctx.db
        .updateTable('ScimGroup')
        .set({ Name })
        .where('GroupId', '=', GroupId)
        .execute()
        .catch(refuseDuplicate(Name)))
    }
    case 'externalid':
      return void (await ctx.db
        .updateTable('ScimGroup')
        .set({ ExternalId: op === 'remove' ? null : readText(value, 'externalId', 200) })
        .where('GroupId', '=', GroupId)
        .execute()
        .catch(refuseDuplicate('')))
    case 'members': {
      if (op === 'add') return addMembers(ctx, GroupId, readMemberIds(value))
      if (op === 'remove' && value !== undefined) return removeMembers(ctx, GroupId, readMemberIds(value))
      const present = await membersOf(ctx, GroupId)
      const next = op === 'remove' ? [] : readMemberIds(value)
      await removeMembers(
        ctx,
        GroupId,
        present.filter((member) => !next.includes(member)),
      )
      return addMembers(ctx, GroupId, next)
    }
    default:
      // Further attributes, such as `id` in a request of Okta, are not stored.
      if (!/^[\w.:$-]+$/.test(named)) throw scimRefusals.invalidPath({ Path: path })
  }
}

function readGroupName(value: unknown): string {
  const name = readText(value, 'displayName', GROUP_NAME_MAX)
  if (name === null) throw scimRefusals.invalidValue({ Attribute: 'displayName' })
  return name
}

function readMemberIds(value: unknown): number[] {
  if (value === undefined || value === null) return []
  const members = Array.isArray(value) ? value : [value]
  return toUserIds(members.map((member) => (isObject(member) ? attributeOf(member, 'value') : member)))
}

const toUserIds = (values: readonly unknown[]) =>
  values.map((value) => {
    if (!/^[1-9]\d{0,14}$/.test(String(value))) throw scimRefusals.invalidValue({ Attribute: 'members' })
    return Number(value)
  })

/** Adds members and gives them the roles of the group. Present members stay; an unknown user is refused. */
async function addMembers(ctx: Ctx, GroupId: number, userIds: readonly number[]) {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return
  const { rows } = await sql<{ UserId: number }>`
    select user_id from user_account left join scim_user using (user_id)
    where user_id = any(${ids}::bigint[]) and kind = 'Staff' and status <> 'Deleted' and deleted_at is null`.execute(
    ctx.db,
  )
  if (rows.length !== ids.length) throw scimRefusals.invalidValue({ Attribute: 'members' })
  await sql`insert into scim_group_member (group_id, user_id) select ${GroupId}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(
    ctx.db,
  )
  await applyRolesOfGroups(ctx, ids)
}

async function removeMembers(ctx: Ctx, GroupId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return
  await ctx.db.deleteFrom('ScimGroupMember').where('GroupId', '=', GroupId).where('UserId', 'in', userIds).execute()
  await applyRolesOfGroups(ctx, userIds)
}

const refuseDuplicate = (Name: string) => (error: { constraint?: string }) => {
  if (error.constraint === 'scim_group_name') throw scimRefusals.groupTaken({ Name })
  throw error.constraint === 'scim_group_external_id_key' ? scimRefusals.externalIdTaken() : error
}
