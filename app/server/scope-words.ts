import { type AccessRule, scopesOfAccessRule } from '#kit/contract/endpoint.ts'

/** Joins the names of a call's scopes, such as 'sales:write and sales:cancel'. Empty if programs may not make the call. */
export function formatScopesOfAccessRule(access: AccessRule): string {
  const byField = typeof access === 'object' && typeof access.system === 'object' && 'field' in access.system
  return scopesOfAccessRule(access).join(byField ? ' or ' : ' and ')
}
