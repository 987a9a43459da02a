import { type Access, scopesOf } from '#kit/contract/endpoint.ts'

/** The scopes of a call in words: 'sales:write and sales:cancel'; empty if programs may not make it. */
export function scopeWords(access: Access): string {
  const byField = typeof access === 'object' && typeof access.system === 'object' && 'field' in access.system
  return scopesOf(access).join(byField ? ' or ' : ' and ')
}
