import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, DateOnly, Id, Instant, optionalField, text, Version } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { systemAccountScopes } from '../roles.ts'
import { AccountStatus, Username } from './accounts.ts'

// The accounts of tills, the ERP and other programs. The server generates their secret and returns it once.

const role = 'User Roles'

export const systemAccountRefusals = {
  notFound: refusal(404, 'access.system_not_found', 'Record not found'),
  disabled: refusal(409, 'access.system_disabled', 'The account is disabled'),
  noScimScope: refusal(409, 'access.no_scim_scope', 'Only an account with the scope {Scope} can have such a token'),
  outletNeeded: refusal(409, 'access.outlet_needed', 'The scope {Scope} needs an outlet, where the program acts'),
  unknownOutlet: refusal(409, 'access.unknown_outlet', 'There is no active outlet {OutletCode}'),
}

export const Scope = z.enum(systemAccountScopes)
const OUTLETS_MAX = 200
/** The longest time in hours for which the previous secret of a program stays valid after a change of the secret. */
export const OLD_SECRET_GRACE_HOURS_MAX = 168

/** The number of networks that are stored for an account: those used last. */
export const USED_NETWORKS_MAX = 50

export const UsedNetwork = z.strictObject({
  /** The /24 of an IPv4 address or the /48 of an IPv6 address. */
  Network: z.string(),
  FirstSeenAt: Instant,
  LastSeenAt: Instant,
})
export type UsedNetwork = z.infer<typeof UsedNetwork>

export const SystemAccount = z.strictObject({
  UserId: Id,
  Username: z.string(),
  DisplayName: z.string(),
  Scopes: z.array(z.string()),
  CallsPerMinute: z.int().nullable(),
  OutletCodes: z.array(z.string()),
  Networks: z.array(z.string()),
  EndsOn: z.string().meta({ format: 'date' }).nullable(),
  Status: AccountStatus,
  SecretSince: Instant.nullable(),
  PreviousValidUntil: Instant.nullable(),
  LastUsedAt: Instant.nullable(),
  /** The networks from which the program has signed in, the last used one first. */
  UsedNetworks: z.array(UsedNetwork),
  Version,
})
export type SystemAccount = z.infer<typeof SystemAccount>

/** The rate limit of accounts without a limit of their own. */
export const CALLS_PER_MINUTE = 600
/** Null means CALLS_PER_MINUTE. */
const CallsPerMinute = z.int().min(1).max(100_000).nullable()
/** The networks from which the program may sign in and send calls, such as 203.0.113.0/24. Empty: all networks. */
const Networks = z.array(z.union([z.cidrv4(), z.cidrv6()], 'Write a network as 203.0.113.0/24')).max(20)

const OutletCodes = z.array(codeText(20)).max(OUTLETS_MAX)

export const listSystemAccounts = read({
  path: '/system-accounts/find-all',
  access: { role },
  scope: unnamedRows('HQ'),
  about: ['system account'],
  summary: 'Lists the accounts of tills and other programs',
  body: z.strictObject({}),
  reply: pageReply(SystemAccount),
})

export const SystemAccountWithSecret = z.strictObject({ Account: SystemAccount, ClientSecret: z.string() })

export const addSystemAccount = change({
  path: '/system-accounts/add',
  access: { role },
  scope: unnamedRows('HQ'),
  about: ['system account'],
  summary: 'Creates an account for a program; the secret is returned once and never again',
  status: 201,
  body: z.strictObject({
    Username,
    DisplayName: text(100),
    Scopes: z.array(Scope).min(1, 'Choose at least one scope').max(systemAccountScopes.length),
    CallsPerMinute: CallsPerMinute.default(null),
    /** The outlets of the program. It sells, redeems and reads sales only there. Empty: all outlets. */
    OutletCodes: OutletCodes.default([]),
    Networks: Networks.default([]),
    /** The last day on which the program may send calls. */
    EndsOn: optionalField(DateOnly),
  }),
  reply: SystemAccountWithSecret,
})

export const updateSystemAccount = change({
  path: '/system-accounts/update',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  summary: 'Changes name, scopes, outlets, networks, last day or limit; open sessions follow at once',
  body: z.strictObject({
    UserId: Id,
    Version,
    DisplayName: text(100).optional(),
    Scopes: addSystemAccount.body.shape.Scopes.optional(),
    CallsPerMinute: CallsPerMinute.optional(),
    OutletCodes: OutletCodes.optional(),
    Networks: Networks.optional(),
    EndsOn: addSystemAccount.body.shape.EndsOn,
  }),
  reply: SystemAccount,
})

export const rotateSystemAccountSecret = change({
  path: '/system-accounts/rotate-secret',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  summary: 'Creates a new secret; the previous one stays valid for the hours of grace',
  body: z.strictObject({ UserId: Id, GraceHours: z.int().min(0).max(OLD_SECRET_GRACE_HOURS_MAX).default(24) }),
  reply: SystemAccountWithSecret,
})

export const issueSystemCode = change({
  path: '/system-accounts/issue-code',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  summary:
    'Issues a one-time code with which the program signs in once, within minutes, without its secret; returned once',
  body: z.strictObject({ UserId: Id }),
  reply: z.strictObject({ Account: SystemAccount, Code: z.string(), ExpiresAt: Instant }),
})

/** The longest validity of a token for an identity provider. Identity providers cannot renew a token themselves. */
export const SCIM_TOKEN_DAYS_MAX = 366

export const issueScimToken = change({
  path: '/system-accounts/issue-scim-token',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  about: ['system account', 'session'],
  summary: 'Issues a bearer token for an identity provider (SCIM); returned once, valid for the days until it is ended',
  body: z.strictObject({ UserId: Id, Days: z.int().min(1).max(SCIM_TOKEN_DAYS_MAX).default(180) }),
  reply: z.strictObject({ Account: SystemAccount, Token: z.string(), ExpiresAt: Instant }),
})

export const disableSystemAccount = change({
  path: '/system-accounts/disable',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  summary: 'Disables the account and ends its sessions at once',
  body: z.strictObject({ UserId: Id }),
  reply: SystemAccount,
})

export const enableSystemAccount = change({
  path: '/system-accounts/enable',
  access: { role },
  scope: unnamedRows('HQ', row('system account', 'UserId', 'everyone')),
  summary: 'Enables a disabled account',
  body: z.strictObject({ UserId: Id }),
  reply: SystemAccount,
})
