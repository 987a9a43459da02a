import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Points, YN } from '#kit/contract/fields.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { NewSale } from './enter.ts'
import { Bonus } from './transaction.ts'

/** What a line would earn and how: EarningAmount / RateAmount × PointRate × the multipliers = Exact. */
const PreviewedPoints = z.strictObject({
  SequenceNo: z.int(),
  EligibleYN: YN,
  /** What of the net amount earns: the rest is paid by voucher or trade-in. */
  EarningAmount: Decimal,
  /** Null: no rate is for these goods on that day. */
  RateAmount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  Exact: Decimal,
  Points,
})

const PreviewedBonus = Bonus.extend({
  /** Of what the lines earn; null where so many points are awarded. */
  Multiplier: Decimal.nullable(),
  MinimumPurchase: Decimal.nullable(),
})

export const PreviewedSale = z.strictObject({
  /** Null: a walk-in sale, which earns nothing. */
  MembershipNo: z.string().nullable(),
  Points,
  /** Points before they are rounded, capped or refused by a least purchase. */
  Exact: Decimal,
  Lines: z.array(PreviewedPoints),
  /** What campaigns add, each by its name, and together. */
  Bonuses: z.array(PreviewedBonus),
  BonusPoints: Points,
  /** Y: above what the person may enter alone, so that it waits for another user and its points with it. */
  WaitsYN: YN,
  Available: Points,
  AvailableAfter: Points,
  /** From when the points may be used, and their last day; null where there are none, or they never expire. */
  AvailableFrom: z.string().nullable(),
  ExpiryDate: z.string().nullable(),
  /** What of the sale counts towards the next tier in the present cycle. */
  QualifyingAmount: Decimal,
  /** The next tier that spending leads to, and what was spent in the cycle so far; null where there is none. */
  NextTier: z.strictObject({ Name: z.string(), Amount: Decimal, Spent: Decimal }).nullable(),
  /** The point structure that counts; null where none is for the member on that day. */
  StructureName: z.string().nullable(),
  StructureMultiplier: Decimal.nullable(),
  LevelMultiplier: Decimal.nullable(),
  BirthdayYN: YN,
  Rounding: z.string().nullable(),
  MinimumSpend: Decimal.nullable(),
  MaxPointsPerInvoice: Points.nullable(),
})
export type PreviewedSale = z.infer<typeof PreviewedSale>

export const previewSale = read({
  path: '/customer/transaction-summaries/normal/preview',
  access: { role: 'Customer Transaction' },
  scope: noRow('own outlet', row('membership', 'MembershipNo', 'looked up')),
  summary: 'What a sale would earn, line by line, and how its member would stand, without entering it',
  body: NewSale.pick({
    MembershipNo: true,
    OutletCode: true,
    PerformedAt: true,
    TotalAmount: true,
    Discount: true,
    Tax: true,
    TradeIn: true,
    VoucherAmount: true,
    Details: true,
  }),
  reply: PreviewedSale,
})
