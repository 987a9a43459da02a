import { row } from '#kit/contract/scope.ts'

/** Status, delete, archive and merge are not opened by a look-up. Both levels of access are checked, each with its own error. */
const ownedRow = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomer = (field: string) => ownedRow('customer', field)
export const ownMembership = (field: string) => ownedRow('membership', field)
