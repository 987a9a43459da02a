import type { Role } from '#areas/access/roles.ts'
import { declaredRecords } from '#kit/contract/record.ts'
import { kindIn, row } from '#kit/contract/scope.ts'

/**
 * Records whose history is shown beside them, and the roles that open those records. Anyone who holds the privilege
 * View Audit sees that of any of them, with addresses and sessions.
 */
const subjects = {
  Customer: ['Customer', 'Update Member Listing', 'Referrer Listing', 'Profile Amendment Review'],
  Membership: ['Customer', 'Update Member Listing'],
  TransactionSummary: ['Customer Transaction', 'Customer'],
  PointStructure: ['Point Structure'],
  PointRate: ['Point Rate'],
  Voucher: ['Voucher Listing'],
  Reward: ['Rewards'],
  ContactTemplate: ['Contact Templates'],
  Segment: ['Campaign'],
  Campaign: ['Campaign', 'Campaign Target List'],
  Feedback: ['Feedback', 'Feedback Question'],
  FeedbackItem: ['Feedback', 'Feedback Question'],
  Staff: ['User Roles'],
  Building: ['Settings'],
  Department: ['Settings'],
  UserAccount: ['User Roles'],
} as const satisfies Record<string, readonly Role[]>

/** The roles that open a record's history; of a plain record those that keep it. Undefined: no history is shown beside it. */
export function rolesOfHistory(subject: string): readonly Role[] | undefined {
  if (Object.hasOwn(subjects, subject)) return subjects[subject as keyof typeof subjects]
  return declaredRecords.find((record) => record.subject === subject)?.roles as Role[] | undefined
}

/** What may be seen of a record itself holds for what the log says about it. Other records are the same for every outlet. */
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
