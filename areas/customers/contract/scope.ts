import { row } from '#kit/contract/scope.ts'

/** Access requires a look-up of the record by the session, and a record of the caller's own outlet. */
const ownedRow = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomer = (field: string) => ownedRow('customer', field)
export const ownMembership = (field: string) => ownedRow('membership', field)
