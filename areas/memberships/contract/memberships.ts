import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import {
  CustomerStatus,
  MemberType,
  RegistrationSource,
  staffSettableStatuses,
} from '#areas/customers/contract/customers.ts'
import { membershipRefusals as ofCustomers } from '#areas/customers/contract/memberships.ts'
import { ownMembershipScope } from '#areas/customers/contract/scope.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  membershipFilter,
  membershipNumber,
  PersonName,
  text,
  upperCaseFilter,
  Version,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Balance } from './balance.ts'
import { counterRoles, memberReaderRoles } from './roles.ts'
import { UpgradePreparation } from './upgrade.ts'

export const MembershipRow = z.strictObject({
  MembershipNo: z.string(),
  Status: CustomerStatus,
  Name: PersonName,
  CustomerId: Id,
  MemberType,
  CardGroupId: Id,
  CardCategoryCode: z.string().nullable(),
  Gender: z.string().nullable(),
  Ethnicity: z.string().nullable(),
  /** The city of the primary address. */
  City: z.string().nullable(),
  State: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  NearestOutletCode: z.string().nullable(),
  PointBalance: z.int(),
  RegistrationSource,
  JoinDate: z.string(),
  Version,
  Customer: z.strictObject({
    /** The identity number, masked. */
    IdNo: MaskedIdNo.nullable(),
    FullName: PersonName,
    ContactNo: z.string().nullable(),
    Email: z.string().nullable(),
  }),
})
export type MembershipRow = z.infer<typeof MembershipRow>

export const Membership = MembershipRow.extend({
  CardGroupName: z.string(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  CustomerStatus,
  ActivatedAt: Instant.nullable(),
  CycleStart: z.string().nullable(),
  CycleEnd: z.string().nullable(),
  MergedIntoMembershipNo: z.string().nullable(),
  Balance,
  /** The prepared upgrade that awaits confirmation. */
  Upgrade: UpgradePreparation.nullable(),
})
export type Membership = z.infer<typeof Membership>

export const membershipRefusals = {
  ...ofCustomers,
  notFound: refusal(404, 'memberships.not_found', 'Customer Membership Not Found'),
  noCustomer: refusal(404, 'memberships.no_customer', 'No Customer Found'),
  noPremium: refusal(404, 'memberships.no_premium', 'Premium Customer Not Found'),
  noNonPremium: refusal(404, 'memberships.no_non_premium', 'Non-Premium Customer Not Found'),
  otherOutlet: refusal(403, 'memberships.other_outlet', 'You can only view the list of your own outlet'),
  customerNotFound: refusal(404, 'memberships.customer_not_found', 'Record not found'),
  customerNotActive: refusal(409, 'memberships.customer_not_active', 'Customer is not Active'),
  notEditable: refusal(409, 'memberships.not_editable', 'The membership cannot be changed. Status: {Status}'),
  customerIs: refusal(
    409,
    'memberships.customer_is',
    'The membership cannot be activated. Status of the customer: {Status}',
  ),
  alreadyDeleted: refusal(409, 'memberships.already_deleted', 'The membership has already been deleted'),
  hasPoints: refusal(
    409,
    'memberships.has_points',
    'This membership has {Points} points or a negative balance. Archive it instead of deleting',
  ),
  lastOne: refusal(
    409,
    'memberships.last_one',
    'This is the only membership of the customer. Delete the customer instead',
  ),
  notDeleted: refusal(409, 'memberships.not_deleted', 'Only a deleted membership can be restored. Status: {Status}'),
  undoOver: refusal(409, 'memberships.undo_over', 'A delete can be undone within 30 seconds only'),
}

export const listMemberships = read({
  path: '/customer/memberships/find-all',
  access: { role: memberReaderRoles },
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about: ['membership', 'customer'],
  summary: 'Lists memberships of the caller’s outlet (HQ: all); a full identifier finds a member of any outlet',
  body: pageQuery(
    {
      MembershipNo: membershipFilter,
      FullName: filterText,
      IdNo: filterText,
      ContactNo: filterText,
      Email: filterText,
      MemberType,
      /** By default archived, merged and deleted memberships are excluded. */
      Status: CustomerStatus,
      CardGroupId: Id,
      CardCategoryCode: upperCaseFilter,
      OutletCode: upperCaseFilter,
      RegistrationSource,
      JoinDateFrom: DateOnly,
      JoinDateTo: DateOnly,
      CustomerId: Id,
      /** Any of name, identity number, phone, e-mail or membership number. */
      Q: filterText,
    },
    { rows: 10, sort: ['MembershipNo', 'FullName', 'JoinDate', 'PointBalance'], direction: 'DESC', whole: true },
  ),
  reply: pageReply(MembershipRow),
})

export const searchMembers = change({
  path: '/customer/memberships/search',
  access: { role: memberReaderRoles },
  scope: unnamedRows('opens'),
  about: [],
  summary: 'Searches members like the list, but with the specification’s error if no member is found',
  body: pageQuery(
    {
      MembershipNo: membershipFilter,
      FullName: filterText,
      IdNo: filterText,
      ContactNo: filterText,
      Email: filterText,
      MemberType,
    },
    { rows: 10, sort: ['MembershipNo', 'FullName', 'JoinDate'], direction: 'DESC' },
  ),
  reply: pageReply(MembershipRow),
})

export const getMembership = read({
  path: '/customer/memberships/find-one',
  access: { role: memberReaderRoles, system: 'members:read' },
  scope: namedRows(row('membership', 'mbsno', 'looked up')),
  about: ['membership', 'customer'],
  summary: 'Returns one membership with balance, category, cycle and pending upgrade',
  body: z.strictObject({ mbsno: text(30) }),
  reply: Membership,
})

export const addMembership = change({
  path: '/customer/memberships/add',
  access: { role: 'Customer' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['membership', 'customer'],
  summary: 'Adds a non-premium membership to a customer, in the default card group unless one is given',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('The server assigns it', 'MembershipNo', 'Status'),
    ...ignoreFields(
      'It belongs to the customer: /customer/customers/update',
      'Name',
      'Gender',
      'Ethnicity',
      'City',
      'State',
      'NearestOutletCode',
      'RegistrationSource',
    ),
    ...ignoreFields(
      'It follows from the outlet, the card levels and the upgrade',
      'RegisteredOutletCode',
      'CardCategoryCode',
      'MemberType',
    ),
  },
  body: z.strictObject({ CustomerId: Id, CardGroupId: Id.optional(), JoinDate: DateOnly.optional() }),
  reply: Membership,
})

export const updateMembership = change({
  path: '/customer/memberships/update',
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: namedRows(ownMembershipScope('MembershipNo')),
  summary: 'Sets a membership Active, Inactive or Suspended',
  ignored: {
    ...ignoreFields(
      'It belongs to the customer: /customer/customers/update',
      'Name',
      'Gender',
      'Ethnicity',
      'City',
      'State',
      'NearestOutletCode',
      'RegistrationSource',
    ),
    ...ignoreFields('A membership changes its customer by a merge', 'CustomerId'),
    ...ignoreFields(
      'It follows from the outlet, the card levels and the upgrade',
      'RegisteredOutletCode',
      'CardCategoryCode',
      'MemberType',
    ),
  },
  body: z.strictObject({
    MembershipNo: membershipNumber,
    Version: Version.optional(),
    Status: z.enum(staffSettableStatuses),
    Reason: text(300).optional(),
  }),
  reply: Membership,
})

export const deleteMembership = change({
  path: '/customer/memberships/delete',
  access: { role: 'Customer' },
  scope: namedRows(ownMembershipScope('MembershipNo')),
  summary: 'Marks a membership as Deleted; can be undone for 30 seconds',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: Membership,
})

export const restoreMembership = change({
  path: '/customer/memberships/restore',
  access: { role: 'Customer' },
  scope: namedRows(ownMembershipScope('MembershipNo')),
  summary: 'Undoes the delete of a membership within 30 seconds',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: Membership,
})

export const listMembershipBalances = read({
  path: '/customer/memberships/balances',
  access: { role: counterRoles, system: 'members:read' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Returns the point balances of a membership',
  body: pageQuery({ BalanceType: filterText }, { rows: 10, sort: ['BalanceType'] }).extend({
    MembershipNo: membershipNumber,
  }),
  reply: pageReply(Balance),
})
