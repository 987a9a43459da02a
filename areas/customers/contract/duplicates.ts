import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, filterText, Id, optional, text, YN } from '#kit/contract/fields.ts'
import { pageOf } from '#kit/contract/page.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { MaskedIdNo } from './customer-fields.ts'
import { CustomerStatus, MemberType } from './customers.ts'

/** Block: the same identity number. Warn: the same phone or e-mail. Hint: the same birth date and a similar name. */
export const DuplicateLevel = z.enum(['Block', 'Warn', 'Hint'])
export const DuplicateReason = z.enum(['IdNo', 'ContactNo', 'Email', 'NameAndBirthDate'])

export const findDuplicates = read({
  path: '/customer/customers/duplicates',
  access: { role: ['Customer', 'Update Member Listing', 'Import Leads'] },
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  summary: 'Who a customer might be already, while the form is being filled',
  body: z.strictObject({
    /** The customer being edited, who is no duplicate of himself. */
    CustomerId: Id.optional(),
    FullName: optional(text(150)),
    IdType: optional(text(30)),
    IdNo: optional(filterText),
    ContactNo: optional(filterText),
    Email: optional(text(254)),
    DateOfBirth: optional(DateOnly),
  }),
  reply: pageOf(
    z.strictObject({
      Level: DuplicateLevel,
      Reason: DuplicateReason,
      /** Null, as the membership number is, until this session looked the customer of another outlet up. */
      CustomerId: Id.nullable(),
      MembershipNo: z.string().nullable(),
      /** From here on null for a customer of another outlet of whom only a similar name and a birth date are known. */
      Status: CustomerStatus.nullable(),
      MemberType: MemberType.nullable(),
      /** Name, phone and e-mail are masked when the customer belongs to another outlet. */
      FullName: z.string().nullable(),
      IdNo: MaskedIdNo.nullable(),
      ContactNo: z.string().nullable(),
      Email: z.string().nullable(),
      RegisteredOutletCode: z.string().nullable(),
      MaskedYN: YN,
    }),
  ),
})
