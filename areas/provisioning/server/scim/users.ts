import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import { scimRefusals, type scimUsers } from '../../contract/scim.ts'
import { parseFilter, parsePaging } from './filter.ts'
import type { Json } from './json.ts'
import {
  ENTERPRISE_SCHEMA,
  listResponse,
  locationOf,
  metaOf,
  projectResource,
  USER_SCHEMA,
  withoutEmpty,
} from './resources.ts'

// Reads users of SCIM: all accounts of staff, not only those that SCIM created.

const users = (db: Db) =>
  db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .leftJoin('ScimUser', 'ScimUser.UserId', 'UserAccount.UserId')
    .where('UserAccount.Status', '<>', 'Deleted')
    .where('Staff.Status', '<>', 'Deleted')
    .where('ScimUser.DeletedAt', 'is', null)

const selectUsers = (db: Db) =>
  users(db)
    .select(['UserAccount.UserId', 'UserAccount.StaffId', 'Username', 'UserAccount.Version', 'UserAccount.CreatedAt'])
    .select([
      'FullName',
      'PreferredName',
      'JobTitle',
      'Email',
      'ContactNo',
      'StaffType',
      'Staff.Version as StaffVersion',
    ])
    .select(['Building.Code as BuildingCode', 'ExternalId', 'GivenName', 'FamilyName'])
    .select([
      sql<'Active' | 'Disabled'>`case when staff.status = 'Active' then user_account.status else 'Disabled' end`.as(
        'Status',
      ),
      sql<string>`greatest(user_account.updated_at, staff.updated_at, scim_user.updated_at)`.as('ChangedAt'),
      sql<{ value: string; display: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('value', group_id::text, 'display', name) order by group_id), '[]')
        from scim_group_member join scim_group using (group_id) where scim_group_member.user_id = user_account.user_id)`.as(
        'Groups',
      ),
      // Rights that no group can grant.
      sql<boolean>`(exists (select from user_privilege p where p.user_id = user_account.user_id)
        or exists (select from user_role r where r.user_id = user_account.user_id and r.role = 'User Roles'))`.as(
        'IsPrivileged',
      ),
    ])

export type ScimUserRow = Awaited<ReturnType<typeof findUser>>

/** Finds a user by the id of the path. */
export async function findUser(ctx: Pick<Ctx, 'db'>, id: number | string) {
  const user = Number.isSafeInteger(id)
    ? await selectUsers(ctx.db).where('UserAccount.UserId', '=', Number(id)).executeTakeFirst()
    : undefined
  if (!user) throw scimRefusals.notFound()
  return { ...user, StaffId: user.StaffId! }
}

export function toUserResource({ services: { webUrl } }: Pick<Ctx, 'services'>, user: ScimUserRow): Json {
  return withoutEmpty({
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id: String(user.UserId),
    externalId: user.ExternalId,
    userName: user.Username,
    displayName: user.FullName,
    name: withoutEmpty({
      formatted: user.FullName,
      givenName: user.GivenName ?? user.PreferredName,
      familyName: user.FamilyName,
    }),
    title: user.JobTitle,
    active: user.Status === 'Active',
    emails: user.Email ? [{ value: user.Email, type: 'work', primary: true }] : [],
    phoneNumbers: user.ContactNo ? [{ value: user.ContactNo, type: 'work' }] : [],
    groups: user.Groups.map((group) => ({ ...group, $ref: locationOf(webUrl, 'Group', Number(group.value)) })),
    [ENTERPRISE_SCHEMA]: { division: user.BuildingCode },
    meta: metaOf(webUrl, 'User', { id: user.UserId, created: user.CreatedAt, updated: user.ChangedAt }),
  })
}

export async function getScimUser(ctx: Ctx, { ResourceId, ...projection }: Input<typeof scimUsers.get>) {
  return projectResource(toUserResource(ctx, await findUser(ctx, ResourceId)), projection)
}

const filterAttributes = ['userName', 'externalId', 'id'] as const

export async function listScimUsers(ctx: Ctx, query: Input<typeof scimUsers.list>) {
  const { start, count } = parsePaging(query)
  const filter = parseFilter(query.filter, filterAttributes)
  const matches = (eb: ExpressionBuilder<Tables, never>) => {
    if (!filter) return eb.val(true)
    if (filter.attribute === 'userName') return sql<boolean>`username = ${filter.value.toLowerCase()}`
    if (filter.attribute === 'externalId') return sql<boolean>`external_id = ${filter.value}`
    return sql<boolean>`user_account.user_id::text = ${filter.value}`
  }
  const { Total } = await users(ctx.db)
    .where(matches as never)
    .select((eb) => eb.fn.countAll<number>().as('Total'))
    .executeTakeFirstOrThrow()
  const rows =
    count === 0
      ? []
      : await selectUsers(ctx.db)
          .where(matches as never)
          .orderBy('UserAccount.UserId')
          .offset(start - 1)
          .limit(count)
          .execute()
  const resources = rows.map((row) => projectResource(toUserResource(ctx, { ...row, StaffId: row.StaffId! }), query))
  return listResponse(resources, Number(Total), start)
}
