import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, PersonName, text, upperCaseFilter } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

/** Errors that the browser of an ended session shows, with the time of the end in the business time zone. */
export const sessionRefusals = {
  signedOutBy: refusal(401, 'access.signed_out_by', 'You were signed out because {name} ended this session at {time}'),
  signedOutElsewhere: refusal(
    401,
    'access.signed_out_elsewhere',
    'You were signed out because you ended this session from another device at {time}',
  ),
  passwordChanged: refusal(
    401,
    'access.password_changed',
    'You were signed out because the password of this account was changed at {time}',
  ),
  passkeyRemoved: refusal(
    401,
    'access.passkey_removed',
    'You were signed out because the passkey of this session was removed at {time}',
  ),
  noSuchSession: refusal(404, 'access.no_such_session', 'Record not found'),
}

/** A session as listed. Neither its number nor its label is a credential. */
export const SessionRow = z.strictObject({
  SessionId: Id,
  Label: z.string(),
  UserId: Id,
  Username: z.string(),
  FullName: PersonName.nullable(),
  OutletCode: z.string().nullable(),
  Kind: z.enum(['Staff', 'System']),
  Device: z.string().nullable(),
  SourceIP: z.string().nullable(),
  SignedInAt: Instant,
  LastSeenAt: Instant,
  ExpiresAt: Instant,
  /** `true` for the session of the calling user. */
  IsThisOne: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

const sorting = { sort: ['LastSeenAt', 'SignedInAt', 'Username', 'SourceIP'], direction: 'DESC' } as const

export const listOwnSessions = read({
  path: '/auth/sessions/find-own',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['session'],
  summary: 'Lists your own sessions',
  body: pageQuery({}, { rows: 10, ...sorting }),
  reply: pageReply(SessionRow),
})

export const endSession = change({
  path: '/auth/sessions/end',
  access: 'staff',
  scope: namedRows(row('session', 'SessionId', 'own outlet')),
  summary: 'Ends one of your sessions, or any session with the privilege Force Logout; it is refused from the reply on',
  body: z.strictObject({ SessionId: Id }),
  reply: z.strictObject({ SessionId: Id }),
})

export const endOtherSessions = change({
  path: '/auth/sessions/end-others',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['session'],
  summary: 'Ends all your sessions except the current one',
  body: z.strictObject({}),
  reply: z.strictObject({ SessionsEnded: z.int() }),
})

/** The role and privilege with which a user can list and end other users' sessions. */
export const forceLogoutAccess = { role: 'Settings', privilege: 'Force Logout' } as const

export const listSessions = read({
  path: '/auth/sessions/find-all',
  access: forceLogoutAccess,
  scope: unnamedRows('own outlet'),
  about: ['session'],
  summary: 'Lists all open sessions; outside head office only those of your outlet',
  body: pageQuery(
    {
      Name: filterText,
      OutletCode: upperCaseFilter,
      SourceIP: filterText,
      Kind: z.enum(['Staff', 'System']),
      UserId: Id,
    },
    { rows: 20, ...sorting },
  ),
  reply: pageReply(SessionRow),
})

export const endUserSessions = change({
  path: '/auth/sessions/end-all-of-user',
  access: forceLogoutAccess,
  scope: namedRows(row('account', 'UserId', 'own outlet')),
  about: ['session'],
  summary: 'Ends all sessions of an account; for your own account all but the current one',
  body: z.strictObject({ UserId: Id }),
  reply: z.strictObject({ SessionsEnded: z.int() }),
})

export const addLoginActivity = change({
  path: '/login-activities/add',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['login activity'],
  summary: 'Adds a note about this session to the login activities; the server sets user, time and address',
  ignored: ignoreFields('The server determines it', 'SessionId', 'SourceIP', 'ActivityDateTime'),
  body: z.strictObject({
    ActivityDescription: text(200),
    // The subject of the note. 'User' is refused, because only the server writes sign-in activities.
    ObjectType: text(50)
      .refine((type) => type !== 'User' && type !== 'Unknown User', 'This type is kept for the server')
      .default('Note'),
    ObjectId: text(100).default('-'),
  }),
  reply: z.strictObject({ LoginActivityId: Id }),
})
