import type { Role } from '#areas/access/roles.ts'
import { declaredRecords } from '#kit/contract/record.ts'
import { kindIn, row } from '#kit/contract/scope.ts'

/**
 * Records whose history is shown on their page, and the roles that open those records. The privilege View Audit shows the history of
 * any record, including IP addresses and sessions.
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

/** The roles that may read a record's history; for declared records the roles that maintain it. Undefined: it has no history. */
export function rolesOfHistory(subject: string): readonly Role[] | undefined {
  if (Object.hasOwn(subjects, subject)) return subjects[subject as keyof typeof subjects]
  return declaredRecords.find((record) => record.subject === subject)?.roles as Role[] | undefined
}

/** The visibility of a record also applies to its log entries. Kinds not listed here are visible to every outlet. */
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
