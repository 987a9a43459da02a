import { type AccessRule, scopesOfAccessRule } from '#kit/contract/endpoint.ts'
import type { Actor } from './ctx.ts'

// Decides whether a caller may make a call, by the access that the contract declares.

export function mayCall(access: AccessRule, actor: Actor): boolean {
  if (access === 'public') return true
  if (access === 'staff') return actor.kind === 'staff'
  if (access === 'worker') return actor.kind === 'staff' && !actor.isReader
  if (actor.kind === 'customer') return isOpenToSelfService(access, actor.customerId !== null)
  if (access === 'customer' || access === 'visitor') return false
  if (actor.kind === 'system') return scopesOfAccessRule(access).length > 0 && missingScope(access, actor) === undefined
  if (actor.kind !== 'staff' || !('role' in access)) return false
  const anyOf = typeof access.role === 'string' ? [access.role] : access.role
  return (
    anyOf.some((role) => actor.roles.has(role)) &&
    (access.privilege === undefined || actor.privileges.has(access.privilege))
  )
}

/** Returns the scope that a system account lacks for a call; undefined if the account may make the call. */
export function missingScope(access: AccessRule, { kind, scopes }: Actor, body?: Record<string, unknown>) {
  if (kind !== 'system' || typeof access !== 'object' || access.system === undefined) return undefined
  const { system } = access
  const named = scopesOfAccessRule(access)
  if (typeof system === 'string' || !('field' in system)) return named.find((scope) => !scopes.has(scope))
  const needed = body && system.scopes[`${body[system.field]}`]
  // Without a valid value of the field, any one of the scopes that the call may need is enough.
  if (needed === undefined) return named.some((scope) => scopes.has(scope)) ? undefined : named[0]
  return scopes.has(needed) ? undefined : needed
}

/** True if the body of a system account's call decides which scope the call needs. */
export const isScopedByBody = (access: AccessRule, { kind }: Actor) =>
  kind === 'system' && typeof access === 'object' && typeof access.system === 'object' && 'field' in access.system

/** True if a self-service session may make the call. `isRegistered` is false until its registration is complete. */
export function isOpenToSelfService(access: AccessRule, isRegistered = true) {
  if (access === 'customer') return isRegistered
  return access === 'visitor' || (typeof access === 'object' && 'role' in access && access.visitor === true)
}
