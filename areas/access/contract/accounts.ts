import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, upperCaseFilter, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { privileges, roles } from '../roles.ts'
import { Staff } from './staff.ts'

// Staff accounts with user name, status, roles and privileges.
// Users cannot set another user's password or change their own rights, and the last administrator cannot be removed.

const role = 'User Roles'

export const accountRefusals = {
  notFound: refusal(404, 'access.account_not_found', 'Record not found'),
  staffNotFound: refusal(404, 'access.staff_not_found', 'Record not found'),
  staffNotActive: refusal(409, 'access.staff_not_active', 'Only active staff can have an account'),
  hasAccount: refusal(409, 'access.has_account', 'This staff member already has an account'),
  usernameTaken: refusal(409, 'access.username_taken', 'The user name {Username} is already in use'),
  alreadyDisabled: refusal(409, 'access.already_disabled', 'The account is already disabled'),
  notDisabled: refusal(409, 'access.not_disabled', 'Only a disabled account can be enabled'),
  ownAccount: refusal(409, 'access.own_account', 'You cannot change your own account. Ask a colleague'),
  upwards: refusal(
    403,
    'access.upwards',
    'This account has rights that you do not have. Ask a user who has all of them',
  ),
  notOwnToGive: refusal(403, 'access.not_own_to_give', 'You cannot grant {right}, because you do not have it yourself'),
  lastAdministrator: refusal(
    409,
    'access.last_administrator',
    'At least one active account must keep the role User Roles',
  ),
}

export const Role = z.enum(roles)
export const Privilege = z.enum(privileges)
/** The role whose members grant and revoke all roles. */
export const ADMINISTRATOR_ROLE = 'User Roles'

export const Username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._@-]{2,99}$/, 'Use 3 to 100 letters, digits, dots, hyphens or @')
  .meta({ maxLength: 100 })

export const AccountStatus = z.enum(['Active', 'Disabled'])

export const Account = z.strictObject({
  UserId: Id,
  StaffId: Id,
  Username: z.string(),
  Status: AccountStatus,
  /** `Y` once the user has set a password. */
  HasPasswordYN: z.enum(['Y', 'N']),
  LastSignInAt: Instant.nullable(),
  Roles: z.array(z.string()),
  Privileges: z.array(z.string()),
  Version,
})
export type Account = z.infer<typeof Account>

export const getUsers = read({
  method: 'GET',
  path: '/users',
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about: ['account'],
  summary: 'Lists user ids with their staff, for look-ups: the users of your outlet, for head office all users',
  body: z.strictObject({}),
  reply: pageReply(
    z.strictObject({
      UserId: Id,
      Username: z.string(),
      StaffId: Id,
      FullName: z.string(),
      PreferredName: z.string(),
      BuildingCode: z.string(),
      Status: AccountStatus,
    }),
  ),
})

/** A member of staff as listed on the users page, with or without an account. */
export const User = Staff.extend({
  UserId: Id.nullable(),
  Username: z.string().nullable(),
  AccountStatus: AccountStatus.nullable(),
  LastSignInAt: Instant.nullable(),
  RoleCount: z.int(),
})
export type User = z.infer<typeof User>

export const listUsers = read({
  path: '/users/find-all',
  access: { role },
  scope: unnamedRows('HQ'),
  about: ['staff', 'account'],
  summary: 'Lists staff with their accounts, by name, outlet, status or role',
  body: pageQuery(
    {
      Q: filterText,
      BuildingCode: upperCaseFilter,
      StaffType: Staff.shape.StaffType,
      Status: Staff.shape.Status,
      AccountStatus: z.enum(['Active', 'Disabled', 'None']),
      Role,
      Privilege,
    },
    { rows: 20, sort: ['FullName', 'BuildingCode', 'Username', 'LastSignInAt', 'StaffId'] },
  ),
  reply: pageReply(User),
})

export const getUser = read({
  path: '/users/find-one',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ')),
  about: ['staff', 'account'],
  summary: 'Returns the account of one member of staff, or null',
  body: z.strictObject({ StaffId: Id }),
  reply: z.strictObject({ Account: Account.nullable() }),
})

export const addUser = change({
  path: '/users/add',
  access: { role },
  scope: namedRows(row('staff', 'StaffId', 'HQ')),
  summary: 'Creates an account for a member of staff, without roles and without a password',
  status: 201,
  body: z.strictObject({ StaffId: Id, Username }),
  reply: Account,
})

export const updateUser = change({
  path: '/users/update',
  access: { role },
  scope: namedRows(row('account', 'UserId', 'HQ')),
  summary: 'Renames an account',
  body: z.strictObject({ UserId: Id, Version, Username }),
  reply: Account,
})

export const disableUser = change({
  path: '/users/disable',
  access: { role },
  scope: namedRows(row('account', 'UserId', 'HQ')),
  summary: 'Disables an account and ends all its sessions at once',
  body: z.strictObject({ UserId: Id }),
  reply: Account,
})

export const enableUser = change({
  path: '/users/enable',
  access: { role },
  scope: namedRows(row('account', 'UserId', 'HQ')),
  summary: 'Enables a disabled account',
  body: z.strictObject({ UserId: Id }),
  reply: Account,
})

const rights = z.strictObject({ Roles: z.array(Role).max(200), Privileges: z.array(Privilege).max(200) }).partial()

export const changeUserRights = change({
  path: '/users/change-rights',
  access: { role },
  scope: namedRows(row('account', 'UserIds', 'HQ')),
  summary: 'Grants and revokes roles and privileges of several accounts, each with an audit entry',
  body: z
    .strictObject({ UserIds: z.array(Id).min(1).max(200), Give: rights.default({}), Take: rights.default({}) })
    .refine(
      ({ Give, Take }) =>
        !(Give.Roles ?? []).some((role) => Take.Roles?.includes(role)) &&
        !(Give.Privileges ?? []).some((privilege) => Take.Privileges?.includes(privilege)),
      { path: ['Take'], message: 'A right can not be given and taken at once' },
    ),
  reply: z.strictObject({ Given: z.int(), Taken: z.int(), Users: z.array(Account) }),
})

export const Right = z.strictObject({
  Kind: z.enum(['Role', 'Privilege']),
  Name: z.string(),
  Users: z.array(z.strictObject({ UserId: Id, Username: z.string(), FullName: z.string(), BuildingCode: z.string() })),
})
export type Right = z.infer<typeof Right>

export const listRoles = read({
  path: '/roles/find-all',
  access: { role },
  scope: unnamedRows('HQ'),
  about: ['account'],
  summary: 'Lists every role and privilege with the users who have it',
  body: z.strictObject({}),
  reply: pageReply(Right),
})
