import { row } from '#kit/contract/scope.ts'

/** The caller must have looked the row up and belong to its outlet. Each of the two checks has its own error. */
const ownedRow = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomer = (field: string) => ownedRow('customer', field)
export const ownMembership = (field: string) => ownedRow('membership', field)
