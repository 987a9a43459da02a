import { z } from 'zod'
import { CustomFilters, CustomValues, CustomValuesInput } from '#areas/custom-fields/contract/custom-values.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  membershipFilter,
  PersonName,
  salesTotalField,
  text,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Address, AddressInput } from './addresses.ts'
import { Consent, ConsentDecision } from './consents.ts'
import { CustomerFields, completeCustomerShape, listedCustomerShape } from './customer-fields.ts'
import { customerListRoles, customerViewRoles } from './roles.ts'
import { ownCustomerScope } from './scope.ts'

export const CustomerStatus = z.enum(['Active', 'Inactive', 'Suspended', 'Archived', 'Merged', 'Deleted'])
export type CustomerStatus = z.infer<typeof CustomerStatus>

export const MemberType = z.enum(['Premium Member', 'Non-Premium Member'])
export type MemberType = z.infer<typeof MemberType>

export const RegistrationSource = z.enum(['Self Registration Portal', 'CRM', 'Import'])
export type RegistrationSource = z.infer<typeof RegistrationSource>

/** The statuses that staff can set. Archiving, merging and deleting set the other statuses. */
export const staffSettableStatuses = ['Active', 'Inactive', 'Suspended'] as const

/** A customer as listed. The identity number is masked. */
export const CustomerRow = z.strictObject({
  CustomerId: Id,
  Status: CustomerStatus,
  MemberType,
  ...listedCustomerShape,
  VerifiedEmailYN: YN,
  /** Number of the customer's main membership. */
  MembershipNo: z.string().nullable(),
  CardCategoryCode: z.string().nullable(),
  RegistrationSource,
  UpgradePendingYN: YN,
  CreatedAt: Instant,
  Version,
})
export type CustomerRow = z.infer<typeof CustomerRow>

/** A row of the list of customers. */
export const ListedCustomer = CustomerRow.extend({
  /** Join date of the main membership; null without a membership. */
  JoinDate: z.string().nullable(),
  PointBalance: z.int().nullable(),
  /** `ExpiringPoints` is the number of points that expire next, on `ExpiringDate`. */
  ExpiringPoints: z.int().nullable(),
  ExpiringDate: z.string().nullable(),
  LastPurchaseDate: z.string().nullable(),
  /** Amount of the last purchase, net of returns; null if another outlet made the sale. */
  LastPurchaseAmount: Decimal.nullable(),
  /** Net spend in the twelve months up to today. */
  SpendOfYear: salesTotalField(),
  PreferredStaffName: PersonName.nullable(),
  /** Values of the active custom fields. */
  CustomValues,
})
export type ListedCustomer = z.infer<typeof ListedCustomer>

/** A customer with every field; the identity number is masked. */
export const Customer = CustomerRow.extend({
  ...completeCustomerShape,
  ContactNoTyped: z.string().nullable(),
  VerifiedEmailAt: Instant.nullable(),
  PreferredStaffName: PersonName.nullable(),
  LeadSourceName: z.string().nullable(),
  /** Values of the active custom fields. */
  CustomValues,
  UpdatedAt: Instant,
  /** Warnings about fields that contradict the identity number. A warning never blocks a change. */
  NricWarnings: z.array(z.enum(['length', 'date', 'place', 'birthDateDiffers', 'genderDiffers'])),
})
export type Customer = z.infer<typeof Customer>

/** A membership in the customer's view. */
export const CustomerMembership = z.strictObject({
  MembershipNo: z.string(),
  Status: CustomerStatus,
  MemberType,
  CardGroupId: Id,
  CardGroupName: z.string(),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  JoinDate: z.string(),
  CycleEnd: z.string().nullable(),
  PointBalance: z.int(),
  Arrears: z.int(),
  MergedIntoMembershipNo: z.string().nullable(),
})
export type CustomerMembership = z.infer<typeof CustomerMembership>

export const CustomerView = Customer.extend({
  Memberships: z.array(CustomerMembership),
  /** Addresses that are not deleted, the primary address first. */
  Addresses: z.array(Address),
  /** The latest consent per channel. */
  Consents: z.array(Consent),
})
export type CustomerView = z.infer<typeof CustomerView>

/** Returns true if staff can edit the customer. False for merged, deleted and archived customers. */
export const isCustomerEditable = ({ Status }: Pick<CustomerView, 'Status'>) =>
  Status !== 'Deleted' && Status !== 'Merged' && Status !== 'Archived'

/** Returns the membership for sales and points: the first Active one, else the first not deleted or merged. */
export const findMainMembership = ({ Memberships }: Pick<CustomerView, 'Memberships'>) =>
  Memberships.find(({ Status }) => Status === 'Active') ??
  Memberships.find(({ Status }) => Status !== 'Deleted' && Status !== 'Merged')

export const customerRefusals = {
  notFound: refusal(404, 'customers.not_found', 'Record not found'),
  identityMissing: refusal(
    400,
    'customers.identity_missing',
    'Enter the identity number, or switch on “Identity document not shown”',
  ),
  identityContradicts: refusal(
    400,
    'customers.identity_contradicts',
    'Enter the identity number or switch on “Identity document not shown”, not both',
  ),
  premiumNeedsIdentity: refusal(
    409,
    'customers.premium_needs_identity',
    'A premium member must have an identity number',
  ),
  serviceConsentMissing: refusal(400, 'customers.service_consent_missing', 'Record the consent to the service'),
  phoneInvalid: refusal(400, 'customers.phone_invalid', 'Enter a valid phone number'),
  unknownValue: refusal(400, 'customers.unknown_value', '{Value} is not in the list {ListName}'),
  outletMissing: refusal(400, 'customers.outlet_missing', 'Choose the outlet of registration'),
  outletUnknown: refusal(400, 'customers.outlet_unknown', 'There is no active outlet {OutletCode}'),
  staffUnknown: refusal(400, 'customers.staff_unknown', 'This staff member does not exist or is not active'),
  leadSourceUnknown: refusal(400, 'customers.lead_source_unknown', 'This lead source does not exist or is not active'),
  otherOutlet: refusal(403, 'customers.other_outlet', 'You can only view the list of your own outlet'),
  /** Also returned for unknown customers, so that the error does not reveal whether a customer exists. */
  foreign: refusal(403, 'customers.foreign', 'Look the customer up by number first'),
  registeredElsewhere: refusal(
    403,
    'customers.registered_elsewhere',
    'Only the outlet of registration or head office can do this',
  ),
  tooManyForeign: refusal(
    429,
    'customers.too_many_foreign',
    'You have looked up more than {Limit} customers of other outlets within an hour',
  ),
  ownOutletOnly: refusal(403, 'customers.own_outlet_only', 'You can only register customers for your own outlet'),
  outletByHeadOffice: refusal(
    403,
    'customers.outlet_by_head_office',
    'Only head office can change the outlet of registration',
  ),
  /** `CustomerId` and `MembershipNo` identify the existing record. */
  duplicateIdentity: refusal(
    409,
    'customers.duplicate_identity',
    'This identity number is already registered: {FullName}, {MembershipNo} (customer {CustomerId})',
  ),
  identityElsewhere: refusal(
    409,
    'customers.identity_elsewhere',
    'This identity number is registered at another outlet. Look the customer up by it',
  ),
  duplicateIdentityRace: refusal(409, 'customers.identity_taken', 'This identity number is already registered'),
  birthDateInFuture: refusal(400, 'customers.birth_date_in_future', 'The date of birth is in the future'),
  notEditable: refusal(409, 'customers.not_editable', 'The customer cannot be changed. Status: {Status}'),
  alreadyDeleted: refusal(409, 'customers.already_deleted', 'The customer has already been deleted'),
  hasPoints: refusal(
    409,
    'customers.has_points',
    'This customer has {Points} points or a negative balance. Archive the member instead of deleting',
  ),
  notDeleted: refusal(409, 'customers.not_deleted', 'Only a deleted customer can be restored. Status: {Status}'),
  undoOver: refusal(409, 'customers.undo_over', 'A delete can be undone within 30 seconds only'),
  identityNotGiven: refusal(404, 'customers.identity_not_given', 'This customer has no identity number on file'),
  referrerIsSelf: refusal(409, 'customers.referrer_is_self', 'A customer cannot be their own referrer'),
  referrerSet: refusal(409, 'customers.referrer_set', 'This customer already has a referrer'),
  referrerLate: refusal(409, 'customers.referrer_late', 'A referrer can only be named within {Days} days of joining'),
  referrerWithoutPurchase: refusal(409, 'customers.referrer_without_purchase', 'Referrer has no purchase'),
  referrerInCircle: refusal(
    409,
    'customers.referrer_in_circle',
    'This member was referred by the customer, or by someone the customer referred',
  ),
  referrerRejected: refusal(
    409,
    'customers.referrer_rejected',
    'This referral has been rejected before. Only head office can name the same member again',
  ),
  friendEmpty: refusal(404, 'customers.friend_empty', 'Record Not Found'),
  friendInactive: refusal(409, 'customers.friend_inactive', 'Member is inactive'),
  friendSuspended: refusal(409, 'customers.friend_suspended', 'Member is suspended'),
  friendNotFound: refusal(400, 'customers.friend_not_found', 'Recommend Friend Not Found'),
  postcodeNotFound: refusal(404, 'customers.postcode_not_found', 'Record not found'),
}

const role = 'Customer'

export const listCustomers = read({
  path: '/customer/customers/find-all',
  access: { role: customerListRoles },
  scope: unnamedRows('own outlet'),
  about: ['customer'],
  summary:
    'Lists customers of the caller’s outlet (HQ: all); customers of other outlets only after a look-up by a full identifier',
  body: pageQuery(
    {
      IdNo: filterText,
      ContactNo: filterText,
      /** Matches the name, identity number, phone, e-mail address or membership number. */
      Q: filterText,
      FullName: filterText,
      Email: filterText,
      MembershipNo: membershipFilter,
      MemberType,
      /** By default the list excludes archived, merged and deleted customers. */
      Status: CustomerStatus,
      RegisteredOutletCode: upperCaseFilter,
      /** Card category of the main membership. */
      CardCategoryCode: upperCaseFilter,
      PreferredStaffId: Id,
      RegistrationSource,
      /** Range of the join date of any membership of the customer. */
      JoinDateFrom: DateOnly,
      JoinDateTo: DateOnly,
      /** Range of the date of the last purchase. */
      LastPurchaseFrom: DateOnly,
      LastPurchaseTo: DateOnly,
      /** Range of birthdays by day and month, regardless of the year. */
      BirthdayFrom: DateOnly,
      BirthdayTo: DateOnly,
      /** Only customers with points that expire by this date. */
      ExpiringBy: DateOnly,
      /** Filters on custom fields by their code: a contained text, a list value, a number or a date. */
      CustomValues: CustomFilters,
    },
    {
      rows: 10,
      sort: ['CustomerId', 'FullName', 'CreatedAt', 'RegisteredOutletCode', 'PointBalance'],
      direction: 'DESC',
    },
  ),
  reply: pageReply(ListedCustomer),
})

export const addCustomer = change({
  path: '/customer/customers/add',
  access: { role, system: 'members:write' },
  scope: unnamedRows('own outlet', row('membership', 'RecommendMembershipNo', 'opens')),
  about: ['customer', 'membership'],
  summary: 'Registers a customer with a non-premium membership, the consents and an optional first address',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('A new customer is Active', 'Status'),
    ...ignoreFields(
      'A customer becomes a premium member by an upgrade, and an address is verified by its code',
      'MemberType',
      'VerifiedEmailYN',
    ),
  },
  outlet: {
    fields: ['RegisteredOutletCode'],
    otherOutlet: customerRefusals.ownOutletOnly,
    outletRequired: customerRefusals.outletMissing,
    staffChoose: true,
  },
  body: CustomerFields.extend({
    /** Consents of the new customer, which must include the service consent. */
    Consents: z.array(ConsentDecision).min(1, 'Record the consent to the service').max(6),
    Address: AddressInput.optional(),
    CustomValues: CustomValuesInput.optional(),
  }),
  reply: CustomerView,
})

export const getCustomer = read({
  path: '/customer/customers/find-one',
  access: { role: customerViewRoles },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['customer', 'membership'],
  summary: 'Returns the customer with memberships, balances, addresses and consents',
  body: z.strictObject({ CustomerId: Id }),
  reply: CustomerView,
})

export const updateCustomer = change({
  path: '/customer/customers/update',
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: namedRows(row('customer', 'CustomerId', 'looked up'), row('membership', 'RecommendMembershipNo', 'opens')),
  summary: 'Changes the fields that are sent; a stale Version is refused with the current record',
  ignored: {
    ...ignoreFields('It has a call of its own: /customer/customers/update-status', 'Status'),
    ...ignoreFields(
      'A customer becomes a premium member by an upgrade, and an address is verified by its code',
      'MemberType',
      'VerifiedEmailYN',
    ),
  },
  body: CustomerFields.partial().extend({
    CustomerId: Id,
    Version: Version.optional(),
    IdNotGivenYN: YN.optional(),
    CustomValues: CustomValuesInput.optional(),
  }),
  reply: CustomerView,
})

export const updateCustomerStatus = change({
  path: '/customer/customers/update-status',
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: namedRows(ownCustomerScope('CustomerId')),
  about: ['customer', 'membership'],
  summary: 'Sets a customer and the memberships Active, Inactive or Suspended',
  body: z.strictObject({ CustomerId: Id, Version, Status: z.enum(staffSettableStatuses), Reason: text(300) }),
  reply: CustomerView,
})

export const deleteCustomer = change({
  path: '/customer/customers/delete',
  access: { role },
  scope: namedRows(ownCustomerScope('CustomerId')),
  about: ['customer', 'membership'],
  summary: 'Marks a customer and the memberships as Deleted; can be undone for 30 seconds',
  body: z.strictObject({ CustomerId: Id }),
  reply: Customer,
})

export const restoreCustomer = change({
  path: '/customer/customers/restore',
  access: { role },
  scope: namedRows(ownCustomerScope('CustomerId')),
  about: ['customer', 'membership'],
  summary: 'Undoes the delete of a customer within 30 seconds',
  body: z.strictObject({ CustomerId: Id }),
  reply: Customer,
})

export const revealIdentity = change({
  path: '/customer/customers/reveal-identity',
  access: { role, privilege: 'View Identity Number' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: [],
  summary: 'Returns the full identity number; user and reason are written to the log',
  body: z.strictObject({ CustomerId: Id, Reason: text(200) }),
  reply: z.strictObject({ CustomerId: Id, IdType: z.string(), IdNo: z.string() }),
})

export const listCustomerTypes = read({
  path: '/customer-types/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Lists the member types like a lookup list',
  body: pageQuery({ Name: filterText }, { rows: 10, sort: ['SequenceNo'], whole: true }),
  reply: pageReply(z.strictObject({ Code: z.string(), Name: MemberType, SequenceNo: z.int() })),
})
