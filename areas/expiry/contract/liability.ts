import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Decimal, Instant, Points } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

const Age = z.strictObject({ Age: z.enum(['0-5', '6-11', '12-17', '18-23', '24+']), Points })
/** Points by month of expiry; year and month are null for points that never expire. */
const ExpiryMonth = z.strictObject({ Year: z.int().nullable(), Month: z.int().nullable(), Points })

const liability = {
  CostPerPoint: Decimal,
  Members: z.int(),
  Lots: z.int(),
  Outstanding: Points,
  Arrears: Points,
  /** Cost of the outstanding points, according to the setting points.costPerPoint. */
  Value: Decimal,
  Ageing: z.array(Age),
  Projection: z.array(ExpiryMonth),
}
const moves = { Earned: Points, Redeemed: Points, Expired: Points, Reversed: Points, Adjusted: Points }

const access = { role: ['Point Expiry', 'Point Expiry Report'] } as const

export const getLiability = read({
  path: '/point/liability/find-one',
  access,
  scope: unnamedRows('HQ'),
  summary: 'Returns the present points liability by age and month of expiry, with the movements of this month',
  body: z.strictObject({}),
  reply: z.strictObject({ AsAt: z.string(), ...liability, ...moves }),
})

export const LiabilityMonth = z.strictObject({ Month: z.string(), TakenAt: Instant, ...liability, ...moves })
export type LiabilityMonth = z.infer<typeof LiabilityMonth>

export const listLiabilityMonths = read({
  path: '/point/liability/months/find-all',
  access,
  scope: unnamedRows('HQ'),
  summary: 'Lists the points liability at the end of each closed month',
  body: pageQuery({}, { rows: 24, sort: ['Month'], direction: 'DESC' }),
  reply: pageReply(LiabilityMonth),
})
