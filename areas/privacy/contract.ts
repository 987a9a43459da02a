import { z } from 'zod'
import { ownCustomer } from '#areas/customers/contract/scope.ts'
import { PageLanguage } from '#areas/self-service/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, membershipNumber } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, rows } from '#kit/contract/scope.ts'

/** What a customer's data are shown and counted under, in this order. */
export const Part = z.enum([
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
export type Part = z.infer<typeof Part>

/** What stands against erasing somebody now: in English, and as a text of the web application. */
export const Obstacle = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const refusals = {
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

/** How much there is, and what becomes of it. */
export const PartFigures = z.strictObject({
  Part,
  /** Emptied of what is personal, or removed. */
  Erased: z.int(),
  /** Stays, under a number that leads to nobody. */
  Kept: z.int(),
})

export const previewErasure = read({
  path: '/customer/personal-data/preview-erasure',
  access,
  scope: rows(...ownCustomer('CustomerId')),
  summary: 'What erasing the personal data of a customer would remove and keep, and what stands against it',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({
    FullName: z.string(),
    /** What is typed to confirm. */
    Confirm: z.string(),
    Points: z.int(),
    Parts: z.array(PartFigures),
    Obstacles: z.array(Obstacle),
    RequestedAt: Instant.nullable(),
  }),
})

export const requestErasure = change({
  path: '/customer/personal-data/request-erasure',
  access,
  scope: rows(...ownCustomer('CustomerId')),
  about: ['approval'],
  summary: 'Asks for the personal data of a customer to be erased; a second person does it by approving',
  status: 201,
  idempotent: true,
  body: z.strictObject({ CustomerId: Id, Reason: longText(300), Confirm: membershipNumber }),
  reply: z.strictObject({ ApprovalId: Id }),
})

const Pack = z.strictObject({
  FileName: z.string(),
  /** The ZIP, in Base64. */
  Content: z.string(),
  Rows: z.int(),
})

export const exportPersonalData = change({
  path: '/customer/personal-data/export',
  access,
  scope: rows(...ownCustomer('CustomerId')),
  about: ['log entry'],
  summary:
    'Everything about one customer as a ZIP with JSON, CSV and a page to read; who asked, and why, is written to the log',
  body: z.strictObject({ CustomerId: Id, Reason: longText(200) }),
  reply: Pack,
})

export const exportOwnData = change({
  path: '/customer/personal-data/export-own',
  access: 'customer',
  scope: noRow('own account'),
  about: ['log entry'],
  summary:
    'Everything about the customer who is signed in, as a ZIP like that of staff, identity numbers masked; only right after a one-time code',
  body: z.strictObject({ Language: PageLanguage.default('en') }),
  reply: Pack,
})
