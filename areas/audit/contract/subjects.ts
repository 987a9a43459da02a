import type { Role } from '#areas/access/roles.ts'
import { declaredSetupRecords } from '#kit/contract/record.ts'
import { row, rowKindFromField } from '#kit/contract/scope.ts'

/**
 * For each record type with a history on its page, the roles that open the record.
 * Users with the privilege View Audit can read the history of any record, including IP addresses and sessions.
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

/** Returns the roles that may read a record's history; undefined for a record type without history. */
export function rolesThatReadHistory(subject: string): readonly Role[] | undefined {
  if (Object.hasOwn(subjects, subject)) return subjects[subject as keyof typeof subjects]
  return declaredSetupRecords.find((record) => record.subject === subject)?.roles as Role[] | undefined
}

/** Limits log entries to outlets that may see the record. Entries of other record types are visible to every outlet. */
export const declareAuditedRow = (ObjectType: string, ObjectId: string) =>
  row(
    rowKindFromField(ObjectType, {
      Customer: 'customer',
      Membership: 'membership',
      TransactionSummary: 'posted sale',
      Staff: 'staff',
      UserAccount: 'account',
    }),
    ObjectId,
    'looked up',
  )
