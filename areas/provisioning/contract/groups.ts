import { z } from 'zod'
import { ADMINISTRATOR_ROLE, Role } from '#areas/access/contract/accounts.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// The groups that an identity provider sends. Head office decides which roles their members get.

export const groupRefusals = {
  notFound: refusal(404, 'provisioning.group_not_found', 'Record not found'),
  administratorRole: refusal(
    409,
    'provisioning.administrator_role',
    'The role {Role} cannot be granted through a group. Grant it to each user',
  ),
}

export const ProvisionedGroup = z.strictObject({
  GroupId: Id,
  Name: z.string(),
  /** The number of accounts in the group. */
  Members: z.int(),
  Roles: z.array(z.string()),
  UpdatedAt: Instant,
  Version,
})
export type ProvisionedGroup = z.infer<typeof ProvisionedGroup>

const access = { role: ADMINISTRATOR_ROLE }

export const listProvisionedGroups = read({
  path: '/provisioning/groups/find-all',
  access,
  scope: unnamedRows('HQ'),
  about: ['provisioned group'],
  summary: 'Lists the groups of the identity provider with the roles of their members',
  body: pageQuery({ Name: filterText }, { rows: 20, sort: ['Name', 'Members', 'UpdatedAt'] }),
  reply: pageReply(ProvisionedGroup),
})

export const setRolesOfGroup = change({
  path: '/provisioning/groups/set-roles',
  access,
  scope: unnamedRows('HQ', row('provisioned group', 'GroupId', 'everyone')),
  about: ['provisioned group', 'account'],
  summary: 'Sets the roles that the members of a group have; present members get and lose them at once',
  body: z.strictObject({ GroupId: Id, Version, Roles: z.array(Role).max(200) }),
  reply: ProvisionedGroup,
})
