// What the program and other areas may ask of access: who is behind a request, and the first account of all.

export { accountActor } from './account-actor.ts'
export { revokeAccess } from './accounts/disable-user.ts'
export { grantEverything } from './accounts/grant-everything.ts'
export { neverUpwardsOnStaff } from './accounts/never-upwards.ts'
export { mailOf, reachableBy } from './accounts/reachable-by.ts'
export { addressChanged } from './accounts/update-user.ts'
export { oneAdministratorAtATime } from './accounts/users.ts'
export { addFirstAdministrator } from './first-administrator.ts'
export { linkDemoAccounts } from './providers/link-identity.ts'
export { notifyAccount, writeTo } from './reader.ts'
export { ofAccount } from './row-kinds.ts'
export { sessionActors } from './session-actors.ts'
