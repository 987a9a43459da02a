import { z } from 'zod'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow } from '#kit/contract/scope.ts'
import { QrCode } from './qr-code.ts'

// What members read of themselves on their card. Nothing here names a row: it is that of the session.

const own = { access: 'customer', scope: noRow('own account'), about: ['membership'] } as const
const Day = z.string().meta({ format: 'date' })

/** The first page of a member: who they are, what the counter scans, and what is lacking to the next level. */
export const OwnCard = z.strictObject({
  /** Whose profile the page leads to. */
  CustomerId: Id,
  FullName: PersonName,
  PreferredName: z.string().nullable(),
  MembershipNo: z.string(),
  /** What the QR code holds: the counter knows a member by the full number. */
  QrPayload: z.string(),
  Qr: QrCode,
  MemberType: z.string(),
  Status: z.string(),
  CardGroupName: z.string(),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  /** Of the level, as the company has set it. */
  Color: z.string().nullable(),
  JoinDate: Day,
  CycleEnd: Day.nullable(),
  /** Spent in the present cycle. */
  Spend: Decimal.nullable(),
  MissingToStay: Decimal.nullable(),
  NextCategoryName: z.string().nullable(),
  NextAmount: Decimal.nullable(),
  MissingToNext: Decimal.nullable(),
  PointBalance: Points,
  Available: Points,
  Pending: Points,
  ExpiringNext: z.strictObject({ Points, Date: Day, SoonYN: YN }).nullable(),
  Currency: z.string(),
  Company: z.string(),
  /** When it was read, and until when the phone may show it without a network: the session ends then. */
  AsOf: Instant,
  KeepUntil: Instant,
  /** Into which wallets of phones it can be put: Apple’s by `GET /customer/card/pass`, Google’s by this link. */
  Wallets: z.strictObject({ AppleYN: YN, GoogleUrl: z.string().nullable() }),
})
export type OwnCard = z.infer<typeof OwnCard>

export const getOwnCard = read({
  method: 'GET',
  path: '/customer/card',
  ...own,
  summary: 'One’s own membership card: number, level and what is lacking to the next, points',
  body: z.strictObject({}),
  reply: OwnCard,
})

export const getOwnPoints = read({
  method: 'GET',
  path: '/customer/card/points',
  ...own,
  summary: 'One’s own points: what may be spent, what waits, and what expires when',
  body: z.strictObject({}),
  reply: z.strictObject({
    PointBalance: Points,
    Available: Points,
    Pending: Points,
    Arrears: Points,
    /** The soonest first; null never expires. */
    Expiring: z.array(z.strictObject({ Date: Day.nullable(), Points })),
  }),
})

export const listOwnMovements = read({
  path: '/customer/card/points/find-all',
  ...own,
  summary: 'What was added to one’s own points and taken from them, the newest first',
  body: pageQuery({}, { rows: 20, sort: ['BusinessDate'], direction: 'DESC' }),
  reply: pageOf(
    z.strictObject({
      TransactionType: z.string(),
      Points,
      BusinessDate: Day,
      ExpiryDate: Day.nullable(),
      InvoiceNo: z.string().nullable(),
    }),
  ),
})

export const OwnReward = z.strictObject({
  ReferenceCode: z.string(),
  /** Of the reference code, while there is something to show at the counter. */
  Qr: QrCode.nullable(),
  Name: z.string(),
  Description: z.string().nullable(),
  Terms: z.string().nullable(),
  Type: RewardType,
  Status: z.string(),
  Points,
  VoucherValue: Decimal.nullable(),
  ValidityFrom: Day,
  ValidityTo: Day.nullable(),
  /** Where it waits to be collected; null for rewards that are claimed at any outlet. */
  OutletName: z.string().nullable(),
})

export type OwnReward = z.infer<typeof OwnReward>

export const listOwnRewards = read({
  path: '/customer/card/rewards/find-all',
  ...own,
  about: ['customer reward'],
  summary: 'Rewards of one’s own: those to show at the counter by their code, and those of before',
  body: pageQuery({ OpenYN: YN }, { rows: 20, sort: ['ValidityTo', 'CreatedAt'], direction: 'ASC' }),
  reply: pageOf(OwnReward),
})

export const listOwnCatalogue = read({
  path: '/customer/card/catalogue/find-all',
  ...own,
  about: ['reward'],
  summary: 'Premium Gifts of today for one’s own level, with their price in points and whether the points are enough',
  body: pageQuery({}, { rows: 20, sort: ['Points', 'Name'], direction: 'ASC' }),
  reply: pageOf(
    z.strictObject({
      Code: z.string(),
      Name: z.string(),
      Description: z.string().nullable(),
      Terms: z.string().nullable(),
      Points,
      CashTopUp: Decimal,
      ValidTo: Day.nullable(),
      EnoughYN: YN,
    }),
  ),
})

export const listOwnPurchases = read({
  path: '/customer/card/purchases/find-all',
  ...own,
  about: ['sale'],
  summary: 'One’s own purchases and returns, the newest first',
  body: pageQuery({}, { rows: 20, sort: ['PerformedAt'], direction: 'DESC' }),
  reply: pageOf(
    z.strictObject({
      InvoiceNo: z.string(),
      /** C: a return. */
      TransactionType: z.enum(['N', 'C']),
      BusinessDate: Day,
      OutletName: z.string(),
      NetAmount: Decimal,
      Points,
    }),
  ),
})
