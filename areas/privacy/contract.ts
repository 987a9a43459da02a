import { z } from 'zod'
import { ownCustomerScope } from '#areas/customers/contract/scope.ts'
import { PageLanguage } from '#areas/self-service/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, membershipNumber } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, unnamedRows } from '#kit/contract/scope.ts'

/** Parts of a customer's personal data, in the order in which exports and erasure previews show them. */
export const DataPart = z.enum([
  'Profile',
  'Consents',
  'Family and jewellery',
  'Memberships',
  'Points',
  'Purchases',
  'Rewards',
  'Messages',
  'Tasks and activities',
  'Campaigns',
  'Changes',
])
export type DataPart = z.infer<typeof DataPart>

/** A reason why the customer cannot be erased yet: an English message and the web application's text key. */
export const ErasureObstacle = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const privacyRefusals = {
  notFound: refusal(404, 'privacy.not_found', 'Customer not found'),
  merged: refusal(409, 'privacy.merged', 'This record was merged. Open the customer it was merged into'),
  requested: refusal(409, 'privacy.requested', 'A request about {MembershipNo} is waiting for a decision ({Kind})'),
  saleWaiting: refusal(409, 'privacy.sale_waiting', 'Sale {InvoiceNo} is waiting for approval'),
  amendmentWaiting: refusal(409, 'privacy.amendment_waiting', 'A profile amendment is waiting for its review'),
  levelWaiting: refusal(409, 'privacy.level_waiting', 'A level change of {MembershipNo} has not taken effect yet'),
  upgradeWaiting: refusal(409, 'privacy.upgrade_waiting', 'An upgrade to premium is being prepared'),
  voucherOpen: refusal(409, 'privacy.voucher_open', 'Voucher {VoucherNo} has been handed out and not used yet'),
  signInFirst: refusal(403, 'privacy.sign_in_first', 'Sign in with a new code before you download your data'),
  tooOften: refusal(
    429,
    'privacy.too_often',
    'You have downloaded your data {times} times. Try again in {Hours} hours',
  ),
  confirmationWrong: refusal(409, 'privacy.confirmation_wrong', 'Type {MembershipNo} to confirm'),
}

const access = { role: 'Customer', privilege: 'Manage Personal Data' } as const

/** Numbers of erased and of retained rows in one part of a customer's data. */
export const DataPartCounts = z.strictObject({
  Part: DataPart,
  /** Number of rows that the erasure deletes or empties of personal data. */
  Erased: z.int(),
  /** Number of rows that stay under a number that does not identify the person. */
  Kept: z.int(),
})

export const previewErasure = read({
  path: '/customer/personal-data/preview-erasure',
  access,
  scope: namedRows(...ownCustomerScope('CustomerId')),
  summary: 'Previews the erasure of a customer’s personal data: rows that are erased, rows that stay, and blockers',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({
    FullName: z.string(),
    /** Text that the user types to confirm the erasure. */
    Confirm: z.string(),
    Points: z.int(),
    Parts: z.array(DataPartCounts),
    Obstacles: z.array(ErasureObstacle),
    RequestedAt: Instant.nullable(),
  }),
})

export const requestErasure = change({
  path: '/customer/personal-data/request-erasure',
  access,
  scope: namedRows(...ownCustomerScope('CustomerId')),
  about: ['approval'],
  summary: 'Requests the erasure of a customer’s personal data, which a second person must approve',
  status: 201,
  idempotent: true,
  body: z.strictObject({ CustomerId: Id, Reason: longText(300), Confirm: membershipNumber }),
  reply: z.strictObject({ ApprovalId: Id }),
})

const PersonalDataFile = z.strictObject({
  FileName: z.string(),
  /** Content of the ZIP file, encoded in Base64. */
  Content: z.string(),
  Rows: z.int(),
})

export const exportPersonalData = change({
  path: '/customer/personal-data/export',
  access,
  scope: namedRows(...ownCustomerScope('CustomerId')),
  about: ['log entry'],
  summary:
    'Exports all data about one customer as a ZIP with JSON, CSV and a readable page; user and reason are logged',
  body: z.strictObject({ CustomerId: Id, Reason: longText(200) }),
  reply: PersonalDataFile,
})

export const exportOwnData = change({
  path: '/customer/personal-data/export-own',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['log entry'],
  summary:
    'Exports all data about the signed-in customer as a ZIP with masked identity numbers; requires a recent one-time code',
  body: z.strictObject({ Language: PageLanguage.default('en') }),
  reply: PersonalDataFile,
})
