import { z } from 'zod'
import { RewardType } from '#areas/rewards/contract/rewards.ts'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Id, Instant, PersonName, Points, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow } from '#kit/contract/scope.ts'
import { QrCode } from './qr-code.ts'

// Data that members read about themselves. The membership is that of the session; requests name none.

const ownAccess = { access: 'customer', scope: noRow('own account'), about: ['membership'] } as const
const Day = z.string().meta({ format: 'date' })

/** The category that a non-premium member reaches with one purchase of this amount; null for premium members. */
const Entry = z.strictObject({ CategoryName: z.string(), Amount: Decimal }).nullable()

/** The member's first page: identity, the code for the counter, and what is missing to the next level. */
export const OwnCard = z.strictObject({
  /** The customer whose profile the page links to. */
  CustomerId: Id,
  FullName: PersonName,
  PreferredName: z.string().nullable(),
  MembershipNo: z.string(),
  /** The content of the QR code: the full membership number. */
  QrPayload: z.string(),
  Qr: QrCode,
  MemberType: z.string(),
  Status: z.string(),
  CardGroupName: z.string(),
  CardCategoryCode: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  /** The colour of the category, as configured. */
  Color: z.string().nullable(),
  JoinDate: Day,
  CycleEnd: Day.nullable(),
  /** Spent in the current cycle. */
  Spend: Decimal.nullable(),
  MissingToStay: Decimal.nullable(),
  NextCategoryName: z.string().nullable(),
  NextAmount: Decimal.nullable(),
  MissingToNext: Decimal.nullable(),
  Entry,
  PointBalance: Points,
  Available: Points,
  Pending: Points,
  ExpiringNext: z.strictObject({ Points, Date: Day, SoonYN: YN }).nullable(),
  Currency: z.string(),
  Company: z.string(),
  /** Time of reading, and the end of the session, until which the phone may show the card offline. */
  AsOf: Instant,
  KeepUntil: Instant,
  /** Wallets for the card: Apple’s by `GET /customer/card/pass`, Google’s by this link. */
  Wallets: z.strictObject({ AppleYN: YN, GoogleUrl: z.string().nullable() }),
})
export type OwnCard = z.infer<typeof OwnCard>

export const getOwnCard = read({
  method: 'GET',
  path: '/customer/card',
  ...ownAccess,
  summary: 'Returns the caller’s membership card: number, level, amount missing to the next level, points',
  body: z.strictObject({}),
  reply: OwnCard,
})

export const getOwnPoints = read({
  method: 'GET',
  path: '/customer/card/points',
  ...ownAccess,
  summary: 'Returns the caller’s points: available, pending and expiring',
  body: z.strictObject({}),
  reply: z.strictObject({
    PointBalance: Points,
    Available: Points,
    Pending: Points,
    Arrears: Points,
    Entry,
    /** Soonest first; null never expires. */
    Expiring: z.array(z.strictObject({ Date: Day.nullable(), Points })),
  }),
})

export const listOwnMovements = read({
  path: '/customer/card/points/find-all',
  ...ownAccess,
  summary: 'Lists the movements of the caller’s points, newest first',
  body: pageQuery({}, { rows: 20, sort: ['BusinessDate'], direction: 'DESC' }),
  reply: pageOf(
    z.strictObject({
      TransactionType: z.string(),
      /** Of an earning with the campaign bonuses of its purchase. */
      Points,
      /** The part of Points that campaigns added; 0 of every other movement. */
      Bonus: Points,
      BusinessDate: Day,
      ExpiryDate: Day.nullable(),
      InvoiceNo: z.string().nullable(),
    }),
  ),
})

export const OwnReward = z.strictObject({
  ReferenceCode: z.string(),
  /** QR code of the reference code, while the reward is active. */
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
  /** The outlet where it is collected; null for rewards that can be claimed at any outlet. */
  OutletName: z.string().nullable(),
})

export type OwnReward = z.infer<typeof OwnReward>

export const listOwnRewards = read({
  path: '/customer/card/rewards/find-all',
  ...ownAccess,
  about: ['customer reward'],
  summary: 'Lists the caller’s rewards, active ones with the code for the counter, and past ones',
  body: pageQuery({ OpenYN: YN }, { rows: 20, sort: ['ValidityTo', 'CreatedAt'], direction: 'ASC' }),
  reply: pageOf(OwnReward),
})

export const listOwnCatalogue = read({
  path: '/customer/card/catalogue/find-all',
  ...ownAccess,
  about: ['reward'],
  summary:
    'Lists the Premium Gifts available to the caller’s level today, with their price and whether the points suffice',
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
  ...ownAccess,
  about: ['sale'],
  summary: 'Lists the caller’s purchases and returns, newest first',
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
