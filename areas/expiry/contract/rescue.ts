import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipFilter,
  membershipNumber,
  optionalField,
  PersonName,
  Points,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { RewardStatus } from './rewards.ts'

// The call list contains members whose points expire soon and suffice for a reward, with recorded contacts.

export const rescueRoles = ['Customer', 'Point Expiry', 'Point Expiry Reward'] as const
const access = { role: rescueRoles } as const

export const ContactType = z.enum(['Call', 'WhatsApp', 'SMS', 'Email', 'Mail', 'In person'])
export const ContactOutcome = z.enum(['Will come', 'Reached', 'No answer', 'Not interested'])

export const ExpiryContact = z.strictObject({
  ContactId: Id,
  MembershipNo: z.string(),
  ContactType,
  Outcome: ContactOutcome,
  Note: z.string().nullable(),
  OutletCode: z.string().nullable(),
  ContactedByName: PersonName.nullable(),
  ContactedAt: Instant,
})
export type ExpiryContact = z.infer<typeof ExpiryContact>

export const RescueRow = z.strictObject({
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** Channels to which the customer has consented. */
  Channels: z.array(z.enum(['Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])),
  OutletCode: z.string(),
  PreferredStaffName: PersonName.nullable(),
  /** The date on which the first of these points expire. */
  ExpiryDate: z.string().meta({ format: 'date' }),
  PointExpiry: Points,
  /** Cost of the expiring points according to the setting points.costPerPoint. */
  Value: Decimal,
  PointBalance: Points,
  /** Points of the largest expiry reward that the member can afford; 0 without such a reward. */
  RewardPoints: Points,
  RewardValue: Decimal.nullable(),
  /** The expiry reward that was already offered for the coming months; null without an offer. */
  ReferenceCode: z.string().nullable(),
  RewardStatus: RewardStatus.nullable(),
  LastContactAt: Instant.nullable(),
  LastContactType: ContactType.nullable(),
  LastOutcome: ContactOutcome.nullable(),
  LastContactByName: PersonName.nullable(),
})
export type RescueRow = z.infer<typeof RescueRow>

export const listRescue = read({
  path: '/point/expiry-rescue/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['member to reach', 'expiry contact', 'expiry reward'],
  summary: 'Members whose expiring points still pay for a reward; outlets see their own members',
  body: pageQuery(
    {
      MembershipNo: membershipFilter,
      FullName: filterText,
      OutletCode: upperCaseFilter,
      PreferredStaffName: filterText,
      /** Y selects members who were contacted within the number of days in expiry.rescueDays. */
      ContactedYN: YN,
      Outcome: ContactOutcome,
    },
    { rows: 20, sort: ['ExpiryDate', 'PointExpiry', 'MembershipNo'] },
  ),
  reply: pageReply(RescueRow),
})

export const addExpiryContact = change({
  path: '/point/expiry-rescue/contacts/add',
  access,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['expiry contact'],
  summary: 'Records a contact with a member about expiring points, with channel and result',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    MembershipNo: membershipNumber,
    ContactType,
    Outcome: ContactOutcome,
    Note: optionalField(longText(300)),
  }),
  reply: ExpiryContact,
})

export const listExpiryContacts = read({
  path: '/point/expiry-rescue/contacts/find-all',
  access,
  scope: unnamedRows('own outlet', row('membership', 'Search.MembershipNo', 'looked up')),
  about: ['expiry contact'],
  summary: 'Contacts with a member about expiring points, latest first',
  body: pageQuery({ MembershipNo: membershipNumber }, { rows: 20, sort: ['ContactedAt'], direction: 'DESC' }),
  reply: pageReply(ExpiryContact),
})
