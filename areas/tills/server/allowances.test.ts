import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateCustomerStatus } from '#areas/customers/contract/customers.ts'
import { memberCard } from '#areas/memberships/contract/counter.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { addTransaction, previewCancellation } from '#areas/sales/contract.ts'
import { listFindings, runWatchNow } from '#areas/watch/contract.ts'
import { merging } from '#tests/factories/merges.ts'
import { points } from '#tests/factories/rewards.ts'
import { addEarningRules, checkLedger, companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, make, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { addAllowance, endAllowance, enterRedemption, getTillReferenceData, sendCallBatch } from '../contract.ts'

const START = '2026-11-21T02:00:00Z'
const app = useApp({ at: START })
const till = systemWith('reference:read', 'sales:write', 'sales:cancel', 'points:redeem', 'points:redeem:cancel')
const otherTill = systemWith('points:redeem')

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
})
beforeEach(async () => {
  app.clock.set(START)
  await setLimit(0)
})

const setLimit = (points: number) =>
  app.sql(
    `insert into setting (name, value) values ('offline.redemptionPoints', $1) on conflict (name) do update set value = excluded.value`,
    JSON.stringify(points),
  )

async function memberWith(amount: number, until: string | null = '2028-12-31') {
  const added = await member(app.db)
  if (amount > 0) await points(app.db, added.MembershipNo, amount, until)
  return added
}

const request = (MembershipNo: string, more: object = {}, as = till) =>
  app.call(addAllowance, { MembershipNo, ...more }, as)

const redeem = (MembershipNo: string, Points: number, more: object = {}, as = till) =>
  app.call(
    enterRedemption,
    {
      MembershipNo,
      Points,
      InvoiceNo: `OFF-${make.nextNumber()}`,
      PerformedAt: app.clock.now().toISOString(),
      ...more,
    },
    as,
  )

const balanceOf = async (MembershipNo: string) => {
  const [balance] = await app.sql(
    `select b.points::int as points, b.arrears::int as arrears, b.reserved::int as reserved, points_available($1, '2026-11-21')::int as available
     from point_balance b where membership_no = $1`,
    MembershipNo,
  )
  return balance
}

/** The reconciliation finds no difference, and `reserved` equals the unused points of open allowances. */
async function expectBooksToAgree(MembershipNo: string) {
  expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
  expect(await app.sql('select * from ledger_differences() where membership_no = $1', MembershipNo)).toEqual([])
}

describe('allowance', () => {
  test('allowance: its points are reserved for the till until it is used or ended', async () => {
    const { MembershipNo } = await memberWith(500)
    const { status, body } = await request(MembershipNo, { Points: 300 })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { MembershipNo, Points: 300, ValidUntil: '2026-11-21T14:00:00.000Z', SettleUntil: '2026-11-24' },
    })
    expect(await balanceOf(MembershipNo)).toEqual({ points: 500, arrears: 0, reserved: 300, available: 200 })
    const online = { MembershipNo, Points: 201, ObjectType: 'Invoice', ObjectValue: `ON-${make.nextNumber()}` }
    expect((await app.call(redeemPoints, online, till)).refusal).toMatchObject({
      code: 'points.not_enough',
      params: { Available: 200 },
    })
    expect(await app.call(endAllowance, { Allowance: body.Allowance }, till)).toMatchObject({
      status: 200,
      body: { MembershipNo, Points: 300 },
    })
    expect((await app.call(endAllowance, { Allowance: body.Allowance }, till)).body.Points).toBe(0)
    expect(await balanceOf(MembershipNo)).toEqual({ points: 500, arrears: 0, reserved: 0, available: 500 })
    await expectBooksToAgree(MembershipNo)
  })

  test('allowance: a second request of the same till replaces the unused one, another register gets its own', async () => {
    const { MembershipNo } = await memberWith(500)
    const first = await request(MembershipNo, { Points: 300 })
    expect((await request(MembershipNo, { Points: 100, TillNo: 'T2' })).body.Points).toBe(100)
    expect((await request(MembershipNo)).body.Points).toBe(400)
    expect(await balanceOf(MembershipNo)).toMatchObject({ reserved: 500, available: 0 })
    const late = await redeem(MembershipNo, 10, { Allowance: first.body.Allowance })
    expect(late).toMatchObject({
      status: 409,
      refusal: { code: 'points.offline_limit', params: { Limit: 0, Rest: 0 } },
    })
    await expectBooksToAgree(MembershipNo)
  })

  test('allowance: without points, or above the limit of the day, the request is refused', async () => {
    const none = await memberWith(0)
    expect((await request(none.MembershipNo)).refusal.code).toBe('points.nothing_to_reserve')
    const { MembershipNo } = await memberWith(5_000)
    const first = await request(MembershipNo)
    expect(first.body.Points).toBe(2_000)
    const refused = await request(MembershipNo, {}, otherTill)
    expect(refused).toMatchObject({
      status: 409,
      refusal: { code: 'points.allowance_limit', params: { Limit: 2_000 } },
    })
    await redeem(MembershipNo, 500, { Allowance: first.body.Allowance })
    await app.call(endAllowance, { Allowance: first.body.Allowance }, till)
    expect((await request(MembershipNo, {}, otherTill)).body.Points).toBe(1_500)
    app.clock.set('2026-11-22T02:00:00Z')
    expect((await request(MembershipNo)).body.Points).toBe(2_000)
    await expectBooksToAgree(MembershipNo)
  })

  test('allowance: points that expire before the end of settlement are not reserved', async () => {
    const { MembershipNo } = await memberWith(100, '2026-11-23')
    await points(app.db, MembershipNo, 40, '2026-11-24')
    const { body } = await request(MembershipNo)
    expect(body).toMatchObject({ Points: 40, SettleUntil: '2026-11-24' })
    // The points that expire first pay; the reserved points stay.
    const online = { MembershipNo, Points: 100, ObjectType: 'Invoice', ObjectValue: `ON-${make.nextNumber()}` }
    expect((await app.call(redeemPoints, online, till)).status).toBe(201)
    expect((await redeem(MembershipNo, 40, { Allowance: body.Allowance })).body).toMatchObject({ OwedPoints: 0 })
    expect(await balanceOf(MembershipNo)).toEqual({ points: 0, arrears: 0, reserved: 0, available: 0 })
  })

  test('allowance: the member card shows the reserved points and the last day', async () => {
    const { MembershipNo } = await memberWith(500)
    await request(MembershipNo, { Points: 300 })
    expect((await app.call(memberCard, { MembershipNo }, hq)).body).toMatchObject({
      ...{ PointBalance: 500, Available: 200, Reserved: 300, ReservedUntil: '2026-11-24' },
    })
  })

  test('allowance: the nightly batch releases it after the last day of settlement, before points expire', async () => {
    const { MembershipNo } = await memberWith(100, '2026-11-24')
    await request(MembershipNo)
    const end = (today: string) => app.sql('select * from end_past_allowances($1, 100, $2)', '', today)
    await end('2026-11-24')
    expect(await balanceOf(MembershipNo)).toMatchObject({ reserved: 100 })
    await end('2026-11-25')
    expect(await balanceOf(MembershipNo)).toMatchObject({ reserved: 0, available: 100 })
    await expectBooksToAgree(MembershipNo)
  })

  test('till reference data: contains the limits of redemptions without a connection', async () => {
    expect((await app.call(getTillReferenceData, {}, till)).body.Offline).toEqual({
      ...{ AllowancePoints: 2_000, AllowanceHours: 12, SettleDays: 3, RedemptionPoints: 0 },
    })
  })
})

describe('offline redemption with an allowance', () => {
  test('offline redemption: it takes the reserved points, in parts, and names what the allowance covered', async () => {
    const { MembershipNo } = await memberWith(300)
    const { Allowance } = (await request(MembershipNo)).body
    app.clock.set('2026-11-21T20:00:00Z')
    const first = await redeem(MembershipNo, 120, { Allowance, PerformedAt: '2026-11-21T05:00:00Z' })
    expect(first).toMatchObject({
      status: 201,
      body: {
        History: { Points: -120, ObjectType: 'Invoice', PointOwed: 0 },
        ...{ AllowancePoints: 120, AllowanceObstacle: null, OwedPoints: 0 },
        Balance: { PointBalance: 180, Available: 0, Reserved: 180 },
      },
    })
    const second = await redeem(MembershipNo, 180, { Allowance, PerformedAt: '2026-11-21T06:00:00Z' })
    expect(second.body).toMatchObject({ AllowancePoints: 180, Balance: { PointBalance: 0, Reserved: 0 } })
    await expectBooksToAgree(MembershipNo)
  })

  test('offline redemption: an invoice takes points once, whatever the key; a retry gets the first reply', async () => {
    const { MembershipNo } = await memberWith(300)
    const { Allowance } = (await request(MembershipNo)).body
    const body = { MembershipNo, Points: 100, InvoiceNo: 'OFF-ONCE', PerformedAt: START, Allowance }
    const first = await app.call(enterRedemption, body, { as: till, key: 'once' })
    expect(await app.call(enterRedemption, body, { as: till, key: 'once' })).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect((await app.call(enterRedemption, body, { as: till, key: 'twice' })).refusal.code).toBe('points.used_twice')
    expect(await balanceOf(MembershipNo)).toMatchObject({ points: 200, reserved: 200 })
  })

  test('offline redemption: of four simultaneous redemptions of all points of one allowance only one succeeds', async () => {
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    const replies = await Promise.all([1, 2, 3, 4].map(() => redeem(MembershipNo, 100, { Allowance })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await balanceOf(MembershipNo)).toEqual({ points: 0, arrears: 0, reserved: 0, available: 0 })
    await expectBooksToAgree(MembershipNo)
  })

  test('offline redemption: a batch that is sent twice redeems once', async () => {
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    const Body = { MembershipNo, Points: 60, InvoiceNo: 'OFF-BATCH', PerformedAt: START, Allowance }
    const Calls = [{ Key: 'batch-1', Path: enterRedemption.path, Body }]
    const first = await app.call(sendCallBatch, { Calls }, till)
    expect(first.body.Results[0]).toMatchObject({ Status: 201, Reply: { AllowancePoints: 60 } })
    expect((await app.call(sendCallBatch, { Calls }, till)).body).toEqual(first.body)
    expect(await balanceOf(MembershipNo)).toMatchObject({ points: 40, reserved: 40 })
  })

  test.each([
    ['by a till clock that is 5 minutes fast', '2026-11-21T14:05:00Z', 201, null],
    ['5 minutes and a second after the end', '2026-11-21T14:05:01Z', 409, 'Expired'],
  ])('offline redemption: %s', async (_, PerformedAt, status, obstacle) => {
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    app.clock.set('2026-11-21T16:00:00Z')
    expect((await redeem(MembershipNo, 50, { Allowance, PerformedAt })).status).toBe(status)
    await setLimit(100)
    const retried = await redeem(MembershipNo, 50, { Allowance, PerformedAt })
    await setLimit(0)
    expect(retried.body.AllowanceObstacle).toBe(obstacle)
  })

  test('offline redemption: after the last day of settlement the allowance does not count', async () => {
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    app.clock.set('2026-11-24T15:59:00Z')
    expect((await redeem(MembershipNo, 10, { Allowance, PerformedAt: START })).status).toBe(201)
    app.clock.set('2026-11-24T16:01:00Z')
    expect((await redeem(MembershipNo, 10, { Allowance, PerformedAt: START })).status).toBe(409)
  })

  test('offline redemption: a forged allowance, and that of another account or member, do not count', async () => {
    const { MembershipNo } = await memberWith(100)
    const other = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    await setLimit(50)
    const [payload, signature] = Allowance.split('.') as [string, string]
    const terms = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
    const forged = Buffer.from(JSON.stringify(terms.with(3, 10_000))).toString('base64url')
    const obstacle = async (...sent: Parameters<typeof redeem>) => (await redeem(...sent)).body.AllowanceObstacle
    expect(await obstacle(other.MembershipNo, 1, { Allowance: `${forged}.${signature}` })).toBe('Invalid')
    expect(await obstacle(other.MembershipNo, 1, { Allowance: 'nonsense' })).toBe('Invalid')
    expect(await obstacle(other.MembershipNo, 1, { Allowance }, otherTill)).toBe('OtherAccount')
    expect(await obstacle(other.MembershipNo, 1, { Allowance })).toBe('OtherMember')
    await setLimit(0)
    for (const [text, as] of [
      ['nonsense', till],
      [Allowance, otherTill],
    ] as const)
      expect((await app.call(endAllowance, { Allowance: text }, as)).refusal.code).toBe('points.allowance_not_found')
    expect(await balanceOf(MembershipNo)).toMatchObject({ reserved: 100 })
  })

  test('offline redemption: an allowance stays valid after a rotation of the server secret', async () => {
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    const { services } = app
    const { secret } = services
    Object.assign(services, { secret: Buffer.alloc(32, 7), earlierSecret: secret })
    const settled = await redeem(MembershipNo, 100, { Allowance })
    Object.assign(services, { secret, earlierSecret: null })
    expect(settled.body.AllowancePoints).toBe(100)
  })

  test('offline redemption: a suspended member loses the allowance and is refused', async () => {
    const { MembershipNo, CustomerId } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo)).body
    const change = { CustomerId, Version: 1, Status: 'Suspended', Reason: 'Misuse' }
    expect((await app.call(updateCustomerStatus, change as never, hq)).status).toBe(200)
    expect(await balanceOf(MembershipNo)).toMatchObject({ reserved: 0, available: 100 })
    expect((await redeem(MembershipNo, 100, { Allowance })).refusal.code).toBe('points.not_active')
    expect((await request(MembershipNo)).refusal.code).toBe('points.not_active')
  })
})

test.each(['Inactive', 'Deleted'])(
  'allowance: ends with a membership that becomes %s, as an erasure does',
  async (status) => {
    const { MembershipNo } = await memberWith(100)
    await request(MembershipNo)
    await app.sql('update membership set status = $2 where membership_no = $1', MembershipNo, status)
    expect(await balanceOf(MembershipNo)).toMatchObject({ points: 100, reserved: 0 })
    await expectBooksToAgree(MembershipNo)
  },
)

describe('offline redemption without an allowance', () => {
  test('offline redemption without allowance: up to the limit of the day; missing points become arrears and a finding', async () => {
    await setLimit(300)
    const { MembershipNo, CustomerId } = await memberWith(100)
    expect((await redeem(MembershipNo, 250)).body).toMatchObject({
      ...{ AllowancePoints: 0, OwedPoints: 150, AllowanceObstacle: null },
      Balance: { PointBalance: -150, Available: 0, Arrears: 150 },
    })
    expect(await redeem(MembershipNo, 51)).toMatchObject({
      status: 409,
      refusal: { code: 'points.offline_limit', params: { Limit: 300, Rest: 50 } },
    })
    expect((await redeem(MembershipNo, 50)).body.OwedPoints).toBe(50)
    expect((await app.call(runWatchNow, {}, hq)).status).toBe(200)
    const { rows } = (await app.call(listFindings, { Search: { Pattern: 'Offline redemptions' } }, hq)).body
    expect(rows.filter((row) => row.CustomerId === CustomerId)).toMatchObject([{ Acts: 2, Points: 200 }])
    await expectBooksToAgree(MembershipNo)
  })

  test('offline redemption without allowance: points that another till has reserved are not taken', async () => {
    await setLimit(300)
    const { MembershipNo } = await memberWith(100)
    const { Allowance } = (await request(MembershipNo, { Points: 80 })).body
    expect((await redeem(MembershipNo, 60, {}, otherTill)).body).toMatchObject({ OwedPoints: 40 })
    expect((await redeem(MembershipNo, 80, { Allowance })).body).toMatchObject({ AllowancePoints: 80, OwedPoints: 0 })
    expect(await balanceOf(MembershipNo)).toEqual({ points: -40, arrears: 40, reserved: 0, available: 0 })
    await expectBooksToAgree(MembershipNo)
  })

  test('offline redemption: a refund pays what the redemption still owes and returns the rest', async () => {
    await setLimit(300)
    const { MembershipNo } = await memberWith(100)
    const { History } = (await redeem(MembershipNo, 250)).body
    await points(app.db, MembershipNo, 60)
    expect(await balanceOf(MembershipNo)).toMatchObject({ points: -90, arrears: 90 })
    const refunded = await app.call(refundRedemption, { HistoryId: History.HistoryId, Remark: 'Back' }, till)
    expect(refunded.body).toMatchObject({ Refunded: 250, Balance: { PointBalance: 160, Available: 160, Arrears: 0 } })
    await expectBooksToAgree(MembershipNo)
  })
})

describe('allowance and other changes of the balance', () => {
  const buy = async (MembershipNo: string, amount: string) => {
    const sale = { TransactionType: 'N', InvoiceNo: `S-${make.nextNumber()}`, OutletCode: 'KLCC', MembershipNo }
    return (await app.call(addTransaction, { ...sale, Details: [line(amount)] } as never, till)).body.InvoiceNo
  }

  test('allowance and return: reserved points stay reserved, and points that the return takes back become arrears as previewed', async () => {
    const { MembershipNo } = await memberWith(0)
    const InvoiceNo = await buy(MembershipNo, '1000')
    const { Allowance } = (await request(MembershipNo, { Points: 70 })).body
    const preview = (await app.call(previewCancellation, { OriginalInvoiceNo: InvoiceNo }, hq)).body
    expect(preview).toMatchObject({ AvailableBefore: 30, AvailableAfter: 0, ArrearsBefore: 0, ArrearsAfter: 70 })
    const cancellation = { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo }
    expect((await app.call(addTransaction, cancellation as never, till)).body).toMatchObject({ PointsOwed: 70 })
    expect(await balanceOf(MembershipNo)).toEqual({ points: 0, arrears: 70, reserved: 70, available: 0 })
    // New points pay the arrears; the reserved points do not.
    await buy(MembershipNo, '400')
    expect(await balanceOf(MembershipNo)).toEqual({ points: 40, arrears: 30, reserved: 70, available: 0 })
    expect((await redeem(MembershipNo, 70, { Allowance })).body).toMatchObject({ AllowancePoints: 70, OwedPoints: 0 })
    expect(await balanceOf(MembershipNo)).toEqual({ points: -30, arrears: 30, reserved: 0, available: 0 })
    await expectBooksToAgree(MembershipNo)
  })

  test('allowance and return: ending the allowance pays the arrears', async () => {
    const { MembershipNo } = await memberWith(0)
    const InvoiceNo = await buy(MembershipNo, '1000')
    const { Allowance } = (await request(MembershipNo)).body
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo: InvoiceNo } as never, till)
    expect(await balanceOf(MembershipNo)).toMatchObject({ arrears: 100, reserved: 100 })
    await app.call(endAllowance, { Allowance }, till)
    expect(await balanceOf(MembershipNo)).toEqual({ points: 0, arrears: 0, reserved: 0, available: 0 })
    await expectBooksToAgree(MembershipNo)
  })

  test('allowance and merge: it moves to the survivor with its points, and an unmerge ends it', async () => {
    const [survivor, merged] = [await memberWith(100), await memberWith(200)]
    const { Allowance } = (await request(merged.MembershipNo, { Points: 150 })).body
    const own = (await request(survivor.MembershipNo, { Points: 60 })).body
    const MergeId = await merging(app).merge(survivor, merged)
    expect(await balanceOf(merged.MembershipNo)).toMatchObject({ points: 0, reserved: 0 })
    expect(await balanceOf(survivor.MembershipNo)).toEqual({ points: 300, arrears: 0, reserved: 210, available: 90 })
    // The text names the merged number; the redemption may name either number.
    await expectBooksToAgree(survivor.MembershipNo)
    expect((await redeem(survivor.MembershipNo, 60, { Allowance: own.Allowance })).body.AllowancePoints).toBe(60)
    expect((await redeem(merged.MembershipNo, 50, { Allowance })).body).toMatchObject({
      AllowancePoints: 50,
      Balance: { MembershipNo: survivor.MembershipNo, PointBalance: 190, Reserved: 100 },
    })
    expect(MergeId).toBeGreaterThan(0)
  })

  test('allowance and unmerge: open allowances of the survivor end', async () => {
    const [survivor, merged] = [await memberWith(100), await memberWith(200)]
    await request(merged.MembershipNo)
    const MergeId = await merging(app).merge(survivor, merged)
    const undone = await app.call(
      unmergeMembers,
      { MergeId, Reason: 'Two people' } as never,
      staffWith({ roles: 'all', privileges: 'all', outlet: 'HQ' }),
    )
    expect(undone.status).toBe(200)
    expect(await balanceOf(survivor.MembershipNo)).toEqual({ points: 100, arrears: 0, reserved: 0, available: 100 })
    expect(await balanceOf(merged.MembershipNo)).toEqual({ points: 200, arrears: 0, reserved: 0, available: 200 })
    await expectBooksToAgree(merged.MembershipNo)
  })
})
