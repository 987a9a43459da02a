import { z } from 'zod'
import { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, salesTotalField } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** A customer's birthday or wedding anniversary within a week. */
export const Occasion = z.strictObject({
  CustomerId: Id,
  MembershipNo: z.string(),
  FullName: z.string(),
  Kind: z.enum(['Birthday', 'Wedding anniversary']),
  On: z.string().meta({ format: 'date' }),
  /** The number of years since the wedding; null for a birthday. */
  Years: z.int().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** Contact channels with the customer's consent. */
  Channels: z.array(ConsentChannel.exclude(['Service'])),
})
export type Occasion = z.infer<typeof Occasion>

export const OwnSale = z.strictObject({
  TransactionType: z.enum(['N', 'C']),
  InvoiceNo: z.string(),
  CustomerName: z.string().nullable(),
  NetMoved: Decimal,
})
export type OwnSale = z.infer<typeof OwnSale>

export const OwnRequest = z.strictObject({
  ApprovalId: Id,
  Kind: z.string(),
  CustomerName: z.string().nullable(),
  RequestedAt: Instant,
})
export type OwnRequest = z.infer<typeof OwnRequest>

export const MyDay = z.strictObject({
  /** The nearest of `OccasionCount` occasions; null for users without the role Customer. */
  Occasions: z.array(Occasion).nullable(),
  OccasionCount: z.int(),
  /** Today's sales that the caller entered or sold, latest first; null without the role for sales. */
  Sales: z.array(OwnSale).nullable(),
  SaleCount: z.int(),
  /** Today's sales less cancellations. */
  SalesAmount: salesTotalField(),
  /** The number of customers whom the caller registered today; null without the role Customer. */
  Registered: z.int().nullable(),
  /** The caller's pending requests, oldest first. */
  Requests: z.array(OwnRequest),
  RequestCount: z.int(),
})
export type MyDay = z.infer<typeof MyDay>

export const getMyDay = read({
  path: '/dashboard/my-day/find-one',
  access: { role: counterRoles },
  scope: unnamedRows('own outlet'),
  about: ['sale', 'customer', 'approval'],
  summary: 'Returns the caller’s day: birthdays of the week, own sales and registrations, and pending requests',
  body: z.strictObject({}),
  reply: MyDay,
})
