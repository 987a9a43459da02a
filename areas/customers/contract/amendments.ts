import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  longText,
  membershipNumber,
  optionalField,
  PersonName,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { CustomerFields } from './customer-fields.ts'

// A profile amendment records the change of a field that identifies a customer. A second person reviews the change.
// The specification calls the amendments of customers "profile updated history".

/** The fields that identify a person. */
export const ProfileField = z.enum(['FullName', 'IdType', 'IdNo', 'DateOfBirth', 'Gender'])
export type ProfileField = z.infer<typeof ProfileField>

export const ActionType = z.enum([
  'Create',
  'Update',
  'Address Added',
  'Address Updated',
  'Address Deleted',
  'E-mail Verified',
  'Consent',
])
export type ActionType = z.infer<typeof ActionType>
export const AmendmentSource = z.enum(['CRM', 'Self Registration Portal'])

export const amendmentRefusals = {
  notFound: refusal(404, 'customers.amendment_not_found', 'Record not found'),
  ownChange: refusal(403, 'customers.own_change', 'Another user must review your own change'),
  reviewed: refusal(409, 'customers.reviewed', 'This amendment has already been reviewed by {ReviewedBy}'),
  changedSince: refusal(409, 'customers.changed_since', 'The profile has been changed again since. Check the customer'),
  notInAmendment: refusal(400, 'customers.not_in_amendment', 'This amendment does not change {FieldName}'),
  nothingChanges: refusal(409, 'customers.nothing_changes', 'The profile already has this value'),
}

export const AmendedField = z.strictObject({
  /** Name of the changed customer field, or of the action if no field was changed. */
  FieldName: z.string(),
  /** The values before and after the change. Identity numbers are masked. */
  Previous: z.string().nullable(),
  Updated: z.string().nullable(),
  /** The decision about this field; null until the review. */
  Outcome: z.enum(['Accepted', 'Restored']).nullable(),
})
export type AmendedField = z.infer<typeof AmendedField>

export const Amendment = z.strictObject({
  HistoryId: Id,
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  ActionType,
  Source: AmendmentSource,
  /** Y if the change was applied at once; N if it is applied only after the review. */
  AppliedYN: YN,
  /** Y if the change needs a review; N if it is only recorded. */
  ReviewYN: YN,
  OutletCode: z.string().nullable(),
  Fields: z.array(AmendedField),
  Remark: z.string().nullable(),
  UpdatedById: Id.nullable(),
  UpdatedBy: PersonName,
  UpdatedAt: Instant,
  ReviewedById: Id.nullable(),
  ReviewedBy: PersonName.nullable(),
  ReviewedDate: Instant.nullable(),
  ReviewRemark: z.string().nullable(),
  /** Y if the caller may review the amendment; users cannot review their own changes. */
  MayReviewYN: YN,
})
export type Amendment = z.infer<typeof Amendment>

const role = 'Profile Amendment Review'

export const listAmendments = read({
  path: '/customer/customers/updated-histories/find-all',
  access: { role },
  scope: unnamedRows('own outlet'),
  about: ['amendment'],
  summary: 'Lists changes of identifying fields with their previous values, those that wait for a review first',
  body: pageQuery(
    {
      HistoryId: Id,
      CustomerId: Id,
      MembershipNo: membershipNumber,
      FieldName: ProfileField,
      ActionType,
      UpdatedById: Id,
      UpdatedBy: filterText,
      ReviewedYN: YN,
      Source: AmendmentSource,
      RegisteredOutletCode: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 999, sort: ['UpdatedAt', 'FullName'] },
  ),
  reply: pageReply(Amendment),
})

export const addAmendment = change({
  path: '/customer/customers/updated-histories/add',
  access: { role: 'Customer' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['amendment'],
  summary: 'Requests a change of identifying fields; it is applied when a second person has reviewed it',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('The account that calls, and its time', 'UpdatedById'),
    ...ignoreFields('The amendment is reviewed by another account', 'ReviewedById', 'ReviewedDate'),
  },
  body: CustomerFields.pick({ FullName: true, IdType: true, IdNo: true, DateOfBirth: true, Gender: true })
    .partial()
    .extend({
      CustomerId: Id,
      ActionType: z.literal('Update').default('Update'),
      Remark: optionalField(longText(300)),
    }),
  reply: Amendment,
})

export const reviewAmendment = change({
  path: '/customer/customers/updated-histories/update',
  access: { role },
  scope: namedRows(row('amendment', 'HistoryId', 'own outlet')),
  about: ['amendment', 'customer'],
  summary: 'Reviews an amendment; fields named in Restore get, or keep, their previous value',
  idempotent: true,
  ignored: {
    ...ignoreFields('The account that calls, and its time', 'ReviewedById', 'ReviewedDate'),
    ...ignoreFields('They stay as they were recorded', 'CustomerId', 'ActionType', 'UpdatedById'),
  },
  body: z.strictObject({
    HistoryId: Id,
    Restore: z.array(ProfileField).max(5).default([]),
    Remark: optionalField(longText(300)),
  }),
  reply: Amendment,
})
