import { sql } from 'kysely'
import { Username } from '#areas/access/contract/accounts.ts'
import {
  handleAccountAddressChange,
  insertProvisionedAccount,
  lockAdministrators,
  renameProvisionedAccount,
  setStatusOfProvisionedAccount,
} from '#areas/access/server/index.ts'
import { insertStaff, updateStaff } from '#areas/organisation/server/index.ts'
import { findWorkplaceIds, refuseContactOfOtherStaff } from '#areas/staff/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { Email, Phone } from '#kit/contract/fields.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { scimRefusals, type scimUsers } from '../../contract/scim.ts'
import { removeFromAllGroups } from './group-members.ts'
import { readOperations } from './patch.ts'
import { readUserAttribute, readUserAttributes, type UserChanges } from './user-attributes.ts'
import { findUser, type ScimUserRow, toUserResource } from './users.ts'

/** Creates a staff record with an account that has no password and no rights. */
export async function addScimUser(ctx: Ctx, body: Input<typeof scimUsers.add>) {
  const changes = readUserAttributes(body)
  const username = parseUsername(changes.userName)
  await lockAdministrators(ctx)
  const deleted = await restoreDeletedUser(ctx, username)
  if (deleted !== undefined) return changeUser(ctx, deleted, { active: true, ...changes })

  const name = nameOf(changes) ?? username
  const contact = { Email: parseEmail(changes.email) ?? null, ContactNo: parsePhone(changes.phone) ?? null }
  const workplace = await findWorkplace(ctx, changes.division ?? outletOfProgram(ctx))
  await refuseContactOfOtherStaff(ctx, contact)
  const { StaffId } = await insertStaff(ctx, {
    FullName: name,
    PreferredName: changes.givenName ?? name,
    JobTitle: changes.title ?? null,
    ...contact,
    ...workplace,
  })
  ctx.audit('Create Staff', 'Staff', StaffId, `Create Staff in Provisioning. StaffId - ${StaffId}`)
  const Status = changes.active === false ? 'Disabled' : 'Active'
  const UserId = await insertProvisionedAccount(ctx, { StaffId, Username: username, Status })
  await saveScimUser(ctx, UserId, changes)
  return toUserResource(ctx, await findUser(ctx, UserId))
}

/** Applies a complete resource. Attributes that it does not contain stay, because identity providers send a selection. */
export const replaceScimUser = async (ctx: Ctx, { ResourceId, ...body }: Input<typeof scimUsers.replace>) =>
  changeUser(ctx, ResourceId, readUserAttributes(body))

export async function patchScimUser(ctx: Ctx, { ResourceId, ...body }: Input<typeof scimUsers.patch>) {
  const changes: UserChanges = {}
  for (const { op, path, value } of readOperations(body))
    Object.assign(changes, readUserAttribute(path, op === 'remove' ? null : value))
  return changeUser(ctx, ResourceId, changes)
}

/** Disables the account and hides it from SCIM. Staff record and account stay, because other records name them. */
export async function removeScimUser(ctx: Ctx, { ResourceId }: Input<typeof scimUsers.remove>) {
  await lockAdministrators(ctx)
  const user = await lockUser(ctx, ResourceId)
  await removeFromAllGroups(ctx, user.UserId)
  const { Version } = await findUser(ctx, user.UserId)
  if (user.Status === 'Active') await setStatusOfProvisionedAccount(ctx, { ...user, Version }, 'Disabled')
  await saveScimUser(ctx, user.UserId, {})
  await ctx.db.updateTable('ScimUser').set({ DeletedAt: ctx.now }).where('UserId', '=', user.UserId).execute()
  return {}
}

async function changeUser(ctx: Ctx, id: number | string, changes: UserChanges) {
  await lockAdministrators(ctx)
  const user = await lockUser(ctx, id)
  const permitted = user.IsPrivileged ? withoutIdentity(changes) : changes
  const username = permitted.userName === undefined ? user.Username : parseUsername(permitted.userName)
  await changeStaff(ctx, user, permitted)
  if (username !== user.Username) await renameProvisionedAccount(ctx, user, username)
  const Status = permitted.active === undefined ? user.Status : permitted.active ? 'Active' : 'Disabled'
  if (Status !== user.Status) {
    const { Version } = await findUser(ctx, user.UserId)
    await setStatusOfProvisionedAccount(ctx, { UserId: user.UserId, Version }, Status)
  }
  await saveScimUser(ctx, user.UserId, permitted)
  return toUserResource(ctx, await findUser(ctx, user.UserId))
}

/**
 * An account with rights that no group can grant keeps user name, addresses and outlet.
 * Otherwise the identity provider could send the account's password link to another person.
 */
function withoutIdentity(changes: UserChanges): UserChanges {
  const { userName: _, email: __, phone: ___, division: ____, ...others } = changes
  return others
}

/** Locks staff record and account in the order of the pages, and reads both afterwards. */
async function lockUser(ctx: Ctx, id: number | string): Promise<ScimUserRow> {
  const { StaffId, UserId } = await findUser(ctx, id)
  await sql`select from staff where staff_id = ${StaffId} for update`.execute(ctx.db)
  await sql`select from user_account where user_id = ${UserId} for update`.execute(ctx.db)
  return findUser(ctx, UserId)
}

async function changeStaff(ctx: Ctx, user: ScimUserRow, changes: UserChanges) {
  const before = { Email: user.Email, ContactNo: user.ContactNo }
  const contact = {
    Email: parseEmail(changes.email) ?? (changes.email === null ? null : user.Email),
    ContactNo: parsePhone(changes.phone) ?? (changes.phone === null ? null : user.ContactNo),
  }
  const hasNewContact = contact.Email !== before.Email || contact.ContactNo !== before.ContactNo
  const isMoving = changes.division !== undefined && changes.division !== user.BuildingCode
  const next = {
    FullName: nameOf(changes, user) ?? user.FullName,
    PreferredName: changes.givenName ?? user.PreferredName,
    JobTitle: changes.title === undefined ? user.JobTitle : changes.title,
    ...contact,
  }
  const present = { FullName: user.FullName, PreferredName: user.PreferredName, JobTitle: user.JobTitle, ...before }
  if (!isMoving && JSON.stringify(next) === JSON.stringify(present)) return
  if (hasNewContact) await refuseContactOfOtherStaff(ctx, { StaffId: user.StaffId, ...contact })
  const workplace = isMoving ? await findWorkplace(ctx, changes.division ?? null, user.StaffType) : {}
  await updateStaff(ctx, { StaffId: user.StaffId, version: user.StaffVersion, ...next, ...workplace })
  if (hasNewContact) await handleAccountAddressChange(ctx, user.StaffId, before, contact)
  ctx.audit('Update Staff', 'Staff', user.StaffId, `Update Staff in Provisioning. StaffId - ${user.StaffId}`)
}

/** The full name of a user: the name to display, else given and family name. Undefined if neither changes. */
function nameOf(changes: UserChanges, user?: ScimUserRow): string | undefined {
  if (changes.displayName) return changes.displayName
  if (changes.givenName === undefined && changes.familyName === undefined) return undefined
  const parts = [changes.givenName ?? user?.GivenName, changes.familyName ?? user?.FamilyName]
  return parts.filter(Boolean).join(' ') || undefined
}

/** Only staff of type HQ work at head office. A manager who stays at an outlet stays a manager. */
async function findWorkplace(ctx: Ctx, BuildingCode: string | null, present?: ScimUserRow['StaffType']) {
  if (BuildingCode === null) throw scimRefusals.noOutlet()
  const atOutlet = present === 'Outlet Manager' ? 'Outlet Manager' : 'Outlet Staff'
  const StaffType: ScimUserRow['StaffType'] = BuildingCode === HQ_CODE ? 'HQ' : atOutlet
  const { BuildingId } = await findWorkplaceIds(ctx, { StaffType, BuildingCode, DepartmentCode: null })
  return { BuildingId, StaffType }
}

const outletOfProgram = ({ actor }: Ctx) => (actor.outletCodes?.length === 1 ? actor.outletCodes[0]! : null)

function parseUsername(value: string | null | undefined) {
  const result = Username.safeParse(value ?? '')
  if (!result.success) throw scimRefusals.invalidValue({ Attribute: 'userName' })
  return result.data
}

function parseEmail(value: string | null | undefined) {
  if (!value) return undefined
  const result = Email.safeParse(value)
  if (!result.success) throw scimRefusals.invalidValue({ Attribute: 'emails' })
  return result.data
}

function parsePhone(value: string | null | undefined) {
  if (!value) return undefined
  const result = Phone.safeParse(value)
  if (!result.success) throw scimRefusals.invalidValue({ Attribute: 'phoneNumbers' })
  return result.data
}

/** Restores a user of this name whom the identity provider has deleted. Returns the id, or undefined. */
async function restoreDeletedUser(ctx: Ctx, username: string) {
  const { rows } = await sql<{ UserId: number }>`
    update scim_user set deleted_at = null, updated_at = ${ctx.now}
    from user_account where user_account.user_id = scim_user.user_id and username = ${username} and deleted_at is not null
    returning scim_user.user_id`.execute(ctx.db)
  return rows[0]?.UserId
}

/** Stores the attributes that the staff record does not have. */
async function saveScimUser(ctx: Ctx, UserId: number, changes: UserChanges) {
  const values = {
    ...(changes.externalId !== undefined && { ExternalId: changes.externalId }),
    ...(changes.givenName !== undefined && { GivenName: changes.givenName }),
    ...(changes.familyName !== undefined && { FamilyName: changes.familyName }),
  }
  await ctx.db
    .insertInto('ScimUser')
    .values({ UserId, ...values, UpdatedAt: ctx.now })
    .onConflict((oc) => oc.column('UserId').doUpdateSet({ ...values, UpdatedAt: ctx.now }))
    .execute()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'scim_user_external_id_key' ? scimRefusals.externalIdTaken() : error
    })
}
