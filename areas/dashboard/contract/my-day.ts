import { z } from 'zod'
import { ConsentChannel } from '#areas/customers/contract/consents.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, salesTotal } from '#kit/contract/fields.ts'
import { noRow } from '#kit/contract/scope.ts'

/** Whose birthday or wedding day comes within a week. */
export const Occasion = z.strictObject({
  CustomerId: Id,
  MembershipNo: z.string(),
  FullName: z.string(),
  Kind: z.enum(['Birthday', 'Wedding anniversary']),
  On: z.string().meta({ format: 'date' }),
  /** Of a wedding day: how many years then. */
  Years: z.int().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** Ways of contact that the customer agreed to. */
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
  /** The nearest of them; `OccasionCount` is all. Null without the role that shows customers. */
  Occasions: z.array(Occasion).nullable(),
  OccasionCount: z.int(),
  /** Sales of today that the caller entered or made, the latest first; null without the role that enters them. */
  Sales: z.array(OwnSale).nullable(),
  SaleCount: z.int(),
  /** What they come to, less what came back today. */
  SalesAmount: salesTotal(),
  /** Customers whom the caller registered today; null without the role. */
  Registered: z.int().nullable(),
  /** What the caller asked for and nobody has decided yet, the oldest first. */
  Requests: z.array(OwnRequest),
  RequestCount: z.int(),
})
export type MyDay = z.infer<typeof MyDay>

export const getMyDay = read({
  path: '/dashboard/my-day/find-one',
  access: { role: counterRoles },
  scope: noRow('own outlet'),
  about: ['sale', 'customer', 'approval'],
  summary:
    'Whom the outlet congratulates this week, what the caller sold and registered today, and which requests wait',
  body: z.strictObject({}),
  reply: MyDay,
})
