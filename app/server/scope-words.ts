import { type AccessRule, scopesOfAccessRule } from '#kit/contract/endpoint.ts'

/** Joins the names of a call's scopes, such as 'sales:write and sales:cancel'. Empty if programs may not make the call. */
export function formatScopesOfAccessRule(access: AccessRule): string {
  const byField = typeof access === 'object' && typeof access.system === 'object' && 'field' in access.system
  return scopesOfAccessRule(access).join(byField ? ' or ' : ' and ')
}

/** Describes in words which callers may make a call. */
export function describeAccess(access: AccessRule): string {
  if (access === 'worker') return 'staff, unless all their roles are reports'
  if (access === 'public') return 'everyone, without a session'
  if (typeof access === 'string') return access
  const scopes = formatScopesOfAccessRule(access)
  if (!('role' in access)) return `programs with scope ${scopes}`
  const roles = typeof access.role === 'string' ? [access.role] : access.role
  return [
    `role ${roles.join(' or ')}`,
    access.privilege && `and privilege ${access.privilege}`,
    scopes && `or programs with scope ${scopes}`,
    access.visitor && 'or a self-service session',
  ]
    .filter(Boolean)
    .join(' ')
}
