import type { Access } from '#kit/contract/endpoint.ts'
import type { Actor } from './ctx.ts'

// Who may make a call, by what its contract says.

export function mayCall(access: Access, actor: Actor): boolean {
  if (access === 'public') return true
  if (access === 'staff') return actor.kind === 'staff'
  if (access === 'worker') return actor.kind === 'staff' && !actor.isReader
  if (actor.kind === 'customer') return takesCustomers(access, actor.customerId !== null)
  if (access === 'customer' || access === 'visitor') return false
  if (actor.kind === 'system') return access.system !== undefined && actor.scopes.has(access.system)
  if (actor.kind !== 'staff' || !('role' in access)) return false
  const anyOf = typeof access.role === 'string' ? [access.role] : access.role
  return (
    anyOf.some((role) => actor.roles.has(role)) &&
    (access.privilege === undefined || actor.privileges.has(access.privilege))
  )
}

/** Whether a call is one for self-service sessions; `known` is one of a customer, not of somebody who only registers. */
export function takesCustomers(access: Access, known = true) {
  if (access === 'customer') return known
  return access === 'visitor' || (typeof access === 'object' && 'role' in access && access.visitor === true)
}
