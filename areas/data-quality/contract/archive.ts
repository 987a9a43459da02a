import { z } from 'zod'
import { CustomerStatus, MemberType } from '#areas/customers/contract/customers.ts'
import { ownCustomerScope } from '#areas/customers/contract/scope.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  filterText,
  Id,
  Instant,
  longText,
  optionalField,
  PersonName,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, unnamedRows } from '#kit/contract/scope.ts'

// Archiving removes members from lists after years without activity.
// The points of archived members expire as usual. Staff or a purchase restore a member's previous status.

export const archiveRefusals = {
  otherOutlet: refusal(403, 'data-quality.other_outlet', 'You can only view the list of your own outlet'),
  notArchivable: refusal(409, 'data-quality.not_archivable', 'The customer cannot be archived. Status: {Status}'),
  stillActive: refusal(
    409,
    'data-quality.still_active',
    'Only members without a purchase or contact for {Months} months can be archived',
  ),
  tooFewMonths: refusal(
    409,
    'data-quality.too_few_months',
    'Members can be archived after {Least} months. Enter at least that many',
  ),
  hasPoints: refusal(409, 'data-quality.has_points', 'The member has {Points} points and a negative balance of {Owed}'),
  somethingWaits: refusal(409, 'data-quality.something_waits', 'A request for this member is pending'),
  notArchived: refusal(
    409,
    'data-quality.not_archived',
    'Only an archived customer can be unarchived. Status: {Status}',
  ),
}

export const InactiveMember = z.strictObject({
  CustomerId: Id,
  FullName: PersonName,
  /** The number of the customer's first active membership. */
  MembershipNo: z.string().nullable(),
  CardCategoryCode: z.string().nullable(),
  MemberType,
  Status: CustomerStatus,
  RegisteredOutletCode: z.string(),
  JoinDate: z.string(),
  LastPurchaseDate: z.string().nullable(),
  /** The date of the last redemption or consent. */
  LastContactDate: z.string().nullable(),
  /** Whole months since joining, the last purchase or the last contact, whichever is latest. */
  InactiveMonths: z.int(),
  /** Total balance of all memberships. */
  PointBalance: z.int(),
  PointsOwed: z.int(),
  Version,
})
export type InactiveMember = z.infer<typeof InactiveMember>

const access = { role: 'Archive Member' } as const

export const listInactiveMembers = read({
  path: '/member/archive/inactive/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['inactive member', 'customer'],
  summary: 'Lists members without a purchase or contact for at least the configured number of months',
  body: pageQuery(
    {
      /** Must be at least the number of months in the setting archive.months. */
      Months: z.int().min(1).max(600),
      /** Y includes members with points or arrears. */
      WithPointsYN: YN,
      Q: filterText,
      MemberType,
      RegisteredOutletCode: upperCaseFilter,
    },
    { rows: 20, sort: ['JoinDate', 'FullName', 'RegisteredOutletCode'], whole: true },
  ),
  reply: pageReply(InactiveMember),
})

export const ArchivedMember = z.strictObject({
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  CardCategoryCode: z.string().nullable(),
  MemberType,
  Status: CustomerStatus,
  RegisteredOutletCode: z.string(),
  ArchivedAt: Instant,
  ArchivedBy: PersonName,
  Remark: z.string().nullable(),
  PointBalance: z.int(),
})
export type ArchivedMember = z.infer<typeof ArchivedMember>

export const listArchivedMembers = read({
  path: '/member/archive/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['archived member', 'customer'],
  summary: 'Lists archived members, latest first',
  body: pageQuery(
    { Q: filterText, RegisteredOutletCode: upperCaseFilter },
    { rows: 20, sort: ['ArchivedAt', 'FullName'], direction: 'DESC', whole: true },
  ),
  reply: pageReply(ArchivedMember),
})

const ArchivedCustomer = z.strictObject({ CustomerId: Id, FullName: PersonName, Status: CustomerStatus, Version })

export const archiveMember = change({
  path: '/member/archive/add',
  access,
  scope: namedRows(ownCustomerScope('CustomerId')),
  about: ['customer', 'membership'],
  summary: 'Archives an inactive customer with their memberships; one with points only with WithPointsYN Y',
  idempotent: true,
  body: z.strictObject({
    CustomerId: Id,
    Version,
    WithPointsYN: YN.default('N'),
    Remark: optionalField(longText(300)),
  }),
  reply: ArchivedCustomer,
})

export const reactivateMember = change({
  path: '/member/archive/restore',
  access,
  scope: namedRows(ownCustomerScope('CustomerId')),
  about: ['customer', 'membership'],
  summary: 'Restores an archived customer and their memberships to their previous statuses',
  idempotent: true,
  body: z.strictObject({ CustomerId: Id }),
  reply: ArchivedCustomer,
})
