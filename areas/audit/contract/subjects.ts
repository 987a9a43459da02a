import type { Role } from '#areas/access/roles.ts'
import { kindIn, row } from '#kit/contract/scope.ts'

/**
 * Records whose history is shown beside them, and the roles that open those records. Whoever holds the privilege
 * View Audit sees that of any of them, with addresses and sessions.
 */
export const subjects = {
  Customer: ['Customer', 'Update Member Listing', 'Referrer Listing', 'Profile Amendment Review'],
  Membership: ['Customer', 'Update Member Listing'],
  TransactionSummary: ['Customer Transaction', 'Customer'],
  CardGroup: ['Card Group'],
  CardCategory: ['Card Category'],
  CardLevel: ['Card Category'],
  ProductGroup: ['Product Group'],
  PointStructure: ['Point Structure'],
  PointRate: ['Point Rate'],
  Staff: ['User Roles'],
  Building: ['Settings'],
  Department: ['Settings'],
  UserAccount: ['User Roles'],
} as const satisfies Record<string, readonly Role[]>

export type Subject = keyof typeof subjects

/** What may be seen of a record itself holds for what is told about it. Other records are the same for every outlet. */
export const auditedRow = (ObjectType: string, ObjectId: string) =>
  row(
    kindIn(ObjectType, {
      Customer: 'customer',
      Membership: 'membership',
      TransactionSummary: 'posted sale',
      Staff: 'staff',
      UserAccount: 'account',
    }),
    ObjectId,
    'looked up',
  )
