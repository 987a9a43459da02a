import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, filterText, Id, optionalField, text, YN } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { MaskedIdNo } from './customer-fields.ts'
import { CustomerStatus, MemberType } from './customers.ts'

/** Block: same identity number. Warn: same phone or e-mail. Hint: same birth date and a similar name. */
export const DuplicateLevel = z.enum(['Block', 'Warn', 'Hint'])
export const DuplicateReason = z.enum(['IdNo', 'ContactNo', 'Email', 'NameAndBirthDate'])

export const findDuplicates = read({
  path: '/customer/customers/duplicates',
  access: { role: ['Customer', 'Update Member Listing', 'Import Leads'], system: 'members:write' },
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  summary: 'Finds existing customers that may be the person in the form, while it is filled in',
  body: z.strictObject({
    /** The customer who is being edited and therefore never reported as a duplicate. */
    CustomerId: Id.optional(),
    FullName: optionalField(text(150)),
    IdType: optionalField(text(30)),
    IdNo: optionalField(filterText),
    ContactNo: optionalField(filterText),
    Email: optionalField(text(254)),
    DateOfBirth: optionalField(DateOnly),
  }),
  reply: pageReply(
    z.strictObject({
      Level: DuplicateLevel,
      Reason: DuplicateReason,
      /** CustomerId and MembershipNo are null for another outlet's customer until this session has looked them up. */
      CustomerId: Id.nullable(),
      MembershipNo: z.string().nullable(),
      /** Status and personal data are null for another outlet's customer who matches only by name and birth date. */
      Status: CustomerStatus.nullable(),
      MemberType: MemberType.nullable(),
      /** Name, phone and e-mail are masked for customers of another outlet. */
      FullName: z.string().nullable(),
      IdNo: MaskedIdNo.nullable(),
      ContactNo: z.string().nullable(),
      Email: z.string().nullable(),
      RegisteredOutletCode: z.string().nullable(),
      MaskedYN: YN,
    }),
  ),
})
