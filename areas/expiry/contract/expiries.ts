import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  Id,
  membershipFilter,
  membershipNumber,
  PersonName,
  Points,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const expiryRoles = ['Point Expiry', 'Point Expiry Report'] as const

export const expiryRefusals = {
  otherOutlet: refusal(403, 'expiry.other_outlet', 'You can only view your own outlet'),
}

export const Year = z.int().min(2000).max(2199)
export const Month = z.int().min(1).max(12)

/** Points that expired or will expire in one month. */
const Bucket = z.strictObject({
  Year,
  Month,
  BalanceType: z.string(),
  Lots: z.int(),
  TotalPointToExpire: Points,
  PointExpired: Points,
  /** Cost of the expired and expiring points according to the setting points.costPerPoint. */
  Value: Decimal,
})

export const ExpiryGroup = z.strictObject({ Period: z.string(), Members: z.int(), ...Bucket.shape })
export type ExpiryGroup = z.infer<typeof ExpiryGroup>

export const ExpiryRow = z.strictObject({
  Key: z.string(),
  MembershipNo: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  ContactNo: z.string(),
  OutletCode: z.string(),
  ...Bucket.shape,
  PointBalance: Points,
})
export type ExpiryRow = z.infer<typeof ExpiryRow>

export const listExpiryGroups = read({
  path: '/point/expires/group/find-all',
  access: { role: expiryRoles },
  scope: unnamedRows('own outlet'),
  summary: 'Lists expired and expiring points by month: members, lots, points and value',
  body: pageQuery(
    { Year, Month, OutletCode: upperCaseFilter, DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 50, sort: ['Period'] },
  ),
  reply: pageReply(ExpiryGroup),
})

export const listPointExpiries = read({
  path: '/point/expires/find-all',
  access: { role: expiryRoles },
  scope: unnamedRows('own outlet'),
  summary: 'Lists expired and expiring points by member and month',
  body: pageQuery(
    { Year, Month, MembershipNo: membershipFilter, OutletCode: upperCaseFilter, DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 10, sort: ['TotalPointToExpire', 'PointExpired', 'MembershipNo'], direction: 'DESC' },
  ),
  reply: pageReply(ExpiryRow),
})

export const getPointExpiriesOfMember = read({
  path: '/point/expires',
  access: { role: [...expiryRoles, 'Customer', 'Member Point Statement'], system: 'members:read' },
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Lists expired and expiring points of one member by month',
  body: z.strictObject({ MembershipNo: membershipNumber }),
  reply: z.strictObject({ MembershipNo: z.string(), Months: z.array(Bucket) }),
})
