import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, oneTimeCodeInput, text } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128

/** Normalised to NFC, so that the same letters from another keyboard form the same password. */
const typed = (missing: string) => z.string({ error: missing }).transform((value) => value.normalize('NFC'))

/** The current password, typed to confirm the user's identity. */
export const Password = typed('Please enter your current password').pipe(
  z.string().min(1, 'Please enter your current password').max(PASSWORD_LENGTH_MAX),
)

/** A new password. The check against the list of common passwords runs on the server. */
export const NewPassword = typed('Please enter your new password').pipe(
  z
    .string()
    .min(1, 'Please enter your new password')
    .refine((value) => value === '' || [...value].length >= PASSWORD_LENGTH_MIN, 'At least 12 characters')
    .max(PASSWORD_LENGTH_MAX, `The maximum length is ${PASSWORD_LENGTH_MAX}`),
)

const choice = {
  NewPassword,
  ConfirmPassword: typed('Please confirm your new password').pipe(
    z.string().min(1, 'Please confirm your new password'),
  ),
}
// `input` may be null, because zod also runs this check if the input is not an object.
const isConfirmed = (input: { NewPassword: string; ConfirmPassword: string } | null) =>
  input?.NewPassword === input?.ConfirmPassword
const mismatch = { path: ['ConfirmPassword'], message: 'Password do not match the new password' }

/** Validates the password form in the browser with the server's own schema. */
export const changePasswordBody = z
  .strictObject({ CurrentPassword: Password, ...choice })
  .refine(isConfirmed, { ...mismatch, when: () => true })

export const passwordRefusals = {
  wrongPassword: refusal(409, 'access.wrong_password', 'The current password is not correct'),
  samePassword: refusal(409, 'access.same_password', 'The new password must differ from the current one'),
  shortPassword: refusal(409, 'access.short_password', 'At least {Length} characters'),
  commonPassword: refusal(409, 'access.common_password', 'This password is too common and easy to guess'),
  personalPassword: refusal(409, 'access.personal_password', 'The password must not contain your name or user name'),
  linkExpired: refusal(409, 'access.link_expired', 'This link has expired or has already been used. Request a new one'),
  noSuchAccount: refusal(404, 'access.no_such_account', 'Record not found'),
  accountNotActive: refusal(409, 'access.account_not_active', 'This account is not active'),
  authenticatorOn: refusal(409, 'access.authenticator_on', 'Authenticator codes are already set up'),
  authenticatorOff: refusal(409, 'access.authenticator_off', 'Authenticator codes are not set up'),
  setupExpired: refusal(409, 'access.setup_expired', 'The set-up has expired. Start it again'),
  wrongAuthenticatorCode: refusal(409, 'access.wrong_authenticator_code', 'Invalid verification code'),
}

export const changePassword = change({
  path: '/auth/change-password',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['session', 'authenticator'],
  summary: 'Changes your password; your other sessions end, and this one gets a new token',
  body: changePasswordBody,
  reply: z.strictObject({
    /** The new token of this session, for API clients. The web app gets a cookie and the value `cookie` here. */
    access_token: z.string(),
    SessionsEnded: z.int(),
  }),
})

export const RESET_LINK_SECONDS = 30 * 60

export const forgotPassword = change({
  path: '/auth/forgot-password',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Sends a one-time link to set a new password if the account exists; the reply does not reveal it',
  body: z.strictObject({ Username: text(100) }),
  reply: z.strictObject({ ExpiresIn: z.int() }),
})

export const resetPassword = change({
  path: '/auth/reset-password',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Sets a new password by a one-time link and ends every session of the account',
  body: z.strictObject({ Token: z.string().max(64), ...choice }).refine(isConfirmed, { ...mismatch, when: () => true }),
  reply: z.strictObject({ Username: z.string() }),
})

export const requestPasswordReset = change({
  path: '/auth/request-password-reset',
  access: { role: ['User Roles', 'Settings'] },
  scope: namedRows(row('account', 'UserId', 'own outlet')),
  summary: 'Sends a member of staff a one-time link to set their password, on behalf of head office',
  body: z.strictObject({ UserId: Id }),
  reply: z.strictObject({ SentTo: z.string(), ExpiresIn: z.int() }),
})

export const unlockAccount = change({
  path: '/auth/unlock',
  access: { role: ['User Roles', 'Settings'] },
  scope: namedRows(row('account', 'UserId', 'own outlet')),
  summary: 'Clears the failed attempts of an account, so that its owner can try again at once',
  body: z.strictObject({ UserId: Id }),
  reply: z.strictObject({
    Username: z.string(),
    /** Number of failed-attempt counters that were cleared. */
    Forgotten: z.int(),
  }),
})

export const Authenticator = z.strictObject({
  Enrolled: z.boolean(),
  AddedAt: Instant.nullable(),
  LastUsedAt: Instant.nullable(),
  RecoveryCodesLeft: z.int(),
  PasswordChangedAt: Instant.nullable(),
  /** `N` for an account that only signs in through a provider. */
  HasPasswordYN: z.enum(['Y', 'N']),
})

export const getAuthenticatorAppStatus = read({
  method: 'GET',
  path: '/auth/authenticator',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['authenticator'],
  summary: 'Returns whether authenticator codes are set up for your account',
  body: z.strictObject({}),
  reply: Authenticator,
})

export const startAuthenticatorAppSetup = change({
  path: '/auth/authenticator/start',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['authenticator'],
  summary: 'Creates the secret for an authenticator app; it takes effect once a first code is confirmed',
  body: z.strictObject({ CurrentPassword: Password }),
  reply: z.strictObject({ Secret: z.string(), Uri: z.string() }),
})

/** These codes are returned only once, because only their hashes are stored. */
const recoveryCodes = z.strictObject({ RecoveryCodes: z.array(z.string()) })

export const confirmAuthenticatorApp = change({
  path: '/auth/authenticator/confirm',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['authenticator'],
  summary: 'Turns authenticator codes on with a first right code, and returns the recovery codes',
  body: z.strictObject({ Code: oneTimeCodeInput(20) }),
  reply: recoveryCodes,
})

export const renewRecoveryCodes = change({
  path: '/auth/authenticator/recovery-codes',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['authenticator'],
  summary: 'Returns ten new recovery codes and voids the earlier ones',
  body: z.strictObject({ CurrentPassword: Password }),
  reply: recoveryCodes,
})

export const removeAuthenticatorApp = change({
  path: '/auth/authenticator/remove',
  access: 'staff',
  scope: unnamedRows('own account'),
  about: ['authenticator'],
  summary: 'Turns authenticator codes off; sign-in codes come by e-mail again',
  body: z.strictObject({ CurrentPassword: Password }),
  reply: z.strictObject({}),
})
