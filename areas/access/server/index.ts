// The functions of the access area that the server and other areas may use.

export { findAccountActor } from './account-actor.ts'
export { notifyAccount, sendAccountMessage } from './account-messages.ts'
export { assertCanGrant, assertStaffWithinCallerRights } from './accounts/caller-rights.ts'
export { applyProvisionedRoles } from './accounts/change-user-rights.ts'
export { endAccessOfStaff } from './accounts/disable-user.ts'
export { grantAllRights } from './accounts/grant-everything.ts'
export { findAccountEmail, findPrivilegeHolders } from './accounts/privilege-holders.ts'
export {
  insertProvisionedAccount,
  renameProvisionedAccount,
  setStatusOfProvisionedAccount,
} from './accounts/provisioned-accounts.ts'
export { handleAccountAddressChange } from './accounts/update-user.ts'
export { lockAdministrators } from './accounts/users.ts'
export { addFirstAdministrator } from './first-administrator.ts'
export { addLoginActivity } from './login-activity.ts'
export { maskAddress } from './one-time-code.ts'
export { createSession, customerCookieName, sessionCookieName } from './open-session.ts'
export { linkDemoAccounts } from './providers/link-identity.ts'
export type { SignInProvider } from './providers/sign-in-provider.ts'
export { createAccountRowKind } from './row-kinds.ts'
export { isAccountOfCallerSql, isSamePerson } from './same-person.ts'
export { deleteRateLimitCounters, tryCountWithinRateLimit, undoRateLimitCount } from './sends.ts'
export { createSessionActorCache } from './session-actors.ts'
export { endCustomerSessions, endOneCustomerSession } from './sessions/customer-sessions.ts'
export { countSignInAttempt, networkOfAddress } from './throttle.ts'
export {
  areHashesEqual,
  createChallengeId,
  createOneTimeCode,
  createSessionToken,
  hashChallengeId,
  hashOneTimeCode,
  hashSessionToken,
} from './tokens.ts'
export { findSystemAccountManagers } from './used-networks.ts'
