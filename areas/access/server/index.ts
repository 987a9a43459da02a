// What the program and other areas may ask of access: who is behind a request, and the first account of all.

export { accountActor } from './account-actor.ts'
export { oneAdministratorAtATime } from './accounts/account-rows.ts'
export { addressChanged } from './accounts/address-changed.ts'
export { closeDoorFor } from './accounts/close-door.ts'
export { grantEverything } from './accounts/grant-everything.ts'
export { neverUpwardsOnStaff } from './accounts/never-upwards.ts'
export { mailOf, reachableBy } from './accounts/reachable-by.ts'
export { addFirstAdministrator } from './first-administrator.ts'
export { linkDemoAccounts } from './providers/link-demo-accounts.ts'
export { sessionActors } from './session-actors.ts'
export { sessionCookieName } from './session-cookie.ts'
