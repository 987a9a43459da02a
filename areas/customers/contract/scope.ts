import { row } from '#kit/contract/scope.ts'

/** Access requires that the session has looked the record up, and that the record belongs to the caller's own outlet. */
const ownedRow = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomerScope = (field: string) => ownedRow('customer', field)
export const ownMembershipScope = (field: string) => ownedRow('membership', field)
