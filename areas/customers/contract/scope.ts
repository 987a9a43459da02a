import { row } from '#kit/contract/scope.ts'

/** Status, delete, archive and merge: a look-up does not open these, so both are asked, each with its own refusal. */
const own = (kind: 'customer' | 'membership', field: string) =>
  [row(kind, field, 'looked up'), row(kind, field, 'own outlet')] as const

export const ownCustomer = (field: string) => own('customer', field)
export const ownMembership = (field: string) => own('membership', field)
