import { formatScopesOfAccessRule } from '#app/server/scope-words.ts'
import type { AccessRule } from '#kit/contract/endpoint.ts'

/** Describes permitted callers: 'Settings + Manage Settings', 'Customer or Claim Rewards, till with members:read'. */
export function describeAccess(access: AccessRule): string {
  if (typeof access === 'string') return access
  const scopes = formatScopesOfAccessRule(access)
  const till = scopes ? [`till with ${scopes}`] : []
  if (!('role' in access)) return till.join('')
  const roles = [access.role].flat().join(' or ')
  const visitor = access.visitor ? ['visitor'] : []
  return [access.privilege ? `${roles} + ${access.privilege}` : roles, ...till, ...visitor].join(', ')
}
