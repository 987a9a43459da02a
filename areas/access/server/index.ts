// The functions of the access area that the server and other areas may use.

export { findAccountActor } from './account-actor.ts'
export { notifyAccount, sendAccountMessage } from './account-messages.ts'
export { assertStaffWithinCallerRights } from './accounts/caller-rights.ts'
export { revokeAccess } from './accounts/disable-user.ts'
export { grantAllRights } from './accounts/grant-everything.ts'
export { findAccountEmail, findPrivilegeHolders } from './accounts/privilege-holders.ts'
export { handleAddressChange } from './accounts/update-user.ts'
export { lockAdministrators } from './accounts/users.ts'
export { addFirstAdministrator } from './first-administrator.ts'
export { addLoginActivity } from './login-activity.ts'
export { maskAddress } from './one-time-code.ts'
export { customerCookieName, openSession, sessionCookieName } from './open-session.ts'
export { linkDemoAccounts } from './providers/link-identity.ts'
export type { SignInProvider } from './providers/sign-in-provider.ts'
export { accountRowKind } from './row-kinds.ts'
export { isAccountOfCaller, isSamePerson } from './same-person.ts'
export { deleteCounters, tryCountWithin, undoCount } from './sends.ts'
export { createSessionActors } from './session-actors.ts'
export { endCustomerSessions, endOneCustomerSession } from './sessions/customer-sessions.ts'
export { countAttempt, networkOf } from './throttle.ts'
export {
  areHashesEqual,
  hashChallengeId,
  hashOfCode,
  hashOfToken,
  newChallengeId,
  newCode,
  newToken,
} from './tokens.ts'
