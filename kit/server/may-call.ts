import type { Access } from '#kit/contract/endpoint.ts'
import type { Actor } from './ctx.ts'

// Authorization of calls by the access that their contract declares.

export function mayCall(access: Access, actor: Actor): boolean {
  if (access === 'public') return true
  if (access === 'staff') return actor.kind === 'staff'
  if (access === 'worker') return actor.kind === 'staff' && !actor.isReader
  if (actor.kind === 'customer') return isOpenToSelfService(access, actor.customerId !== null)
  if (access === 'customer' || access === 'visitor') return false
  if (actor.kind === 'system') return access.system !== undefined && actor.scopes.has(access.system)
  if (actor.kind !== 'staff' || !('role' in access)) return false
  const anyOf = typeof access.role === 'string' ? [access.role] : access.role
  return (
    anyOf.some((role) => actor.roles.has(role)) &&
    (access.privilege === undefined || actor.privileges.has(access.privilege))
  )
}

/** True if self-service sessions may make the call. `isRegistered` is false for a visitor who is still registering. */
export function isOpenToSelfService(access: Access, isRegistered = true) {
  if (access === 'customer') return isRegistered
  return access === 'visitor' || (typeof access === 'object' && 'role' in access && access.visitor === true)
}
