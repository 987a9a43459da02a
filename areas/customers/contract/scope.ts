import { row } from '#kit/contract/scope.ts'

/** Access needs a look-up of the row and the caller's own outlet. Each of the two checks has its own error. */
const ownedRow = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomer = (field: string) => ownedRow('customer', field)
export const ownMembership = (field: string) => ownedRow('membership', field)
