import { z } from 'zod'
import { CustomerRow, MemberType, staffSettableStatuses } from '#areas/customers/contract/customers.ts'
import { read } from '#kit/contract/endpoint.ts'
import { filterText, Id, PersonName, upperCaseFilter } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** The kinds of missing or doubtful customer data, the most serious first. */
export const Issue = z.enum([
  'Duplicate',
  'Consent',
  'Identity',
  'IdentityIssue',
  'DateOfBirth',
  'Gender',
  'ContactNo',
  'Email',
  'EmailUnverified',
  'Address',
  'ReturnedMail',
])
export type Issue = z.infer<typeof Issue>

export const TagOfCustomer = z.strictObject({ TagId: Id, Name: z.string() })

export const CustomerWithIssues = CustomerRow.extend({
  PreferredStaffId: Id.nullable(),
  PreferredStaffName: PersonName.nullable(),
  Issues: z.array(Issue),
  Tags: z.array(TagOfCustomer),
  /** Names of the customer's tags, for exported files. */
  TagNames: z.array(z.string()),
})
export type CustomerWithIssues = z.infer<typeof CustomerWithIssues>

const access = { role: 'Update Member Listing' } as const

export const listCustomersWithIssues = read({
  path: '/customer/data-quality/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['customer with issues', 'customer', 'tag'],
  summary: 'Lists customers with incomplete or doubtful data, with their issues',
  body: pageQuery(
    {
      Issue: Issue,
      /** Restricts the list to one customer, who is returned even without issues. */
      CustomerId: Id,
      Q: filterText,
      Tag: filterText,
      MemberType,
      Status: z.enum(staffSettableStatuses),
      PreferredStaffId: Id,
      RegisteredOutletCode: upperCaseFilter,
    },
    { rows: 20, sort: ['CustomerId', 'FullName', 'CreatedAt'], direction: 'DESC' },
  ),
  reply: pageReply(CustomerWithIssues),
})

export const countIssues = read({
  path: '/customer/data-quality/counts',
  access,
  scope: unnamedRows('own outlet'),
  about: ['customer', 'tag'],
  summary: 'Returns the number of customers per issue',
  body: z.strictObject({ RegisteredOutletCode: upperCaseFilter.optional() }),
  reply: z.strictObject({ rows: z.array(z.strictObject({ Issue: Issue, Count: z.int() })) }),
})
