import { beforeAll, describe, expect, test } from 'vitest'
import { batchSteps } from '#app/server/areas.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { getBalance, getStatement, redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { runNightlyBatch } from '#areas/points/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { checkLedger, earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addExpiryReward,
  cancelExpiryReward,
  cancelExpiryRewardClaim,
  claimExpiryReward,
  type ExpiryReward,
  listEligible,
  listExpiryRewards,
  RewardStatus,
} from '../../contract/rewards.ts'

const today = '2026-11-21T04:00:00Z'
const app = useApp({ at: today })
const counter = staffWith({
  roles: ['Claim Rewards', 'Cancel Claim Rewards', 'Customer', 'Redeem Rewards', 'Cancel Redeem Rewards'],
})
const december = { ExpiryYear: 2026, ExpiryMonth: 12 }

beforeAll(() => earningRules(app.db))

const nightly = (date: string) => runNightlyBatch(jobContext(app), batchSteps, date)

let number = 0
const buy = async (MembershipNo: string, amount: string, PerformedAt: string) => {
  const sale = { TransactionType: 'N', InvoiceNo: `R${++number}`, MembershipNo, PerformedAt, Details: [line(amount)] }
  await app.call(lookupMember, { Typed: MembershipNo }, outletStaff)
  expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
}

/** 430 points that end with December 2026, 200 that end with March 2027. */
async function endingMember(overrides: Parameters<typeof member>[1] = {}) {
  const made = await member(app.db, overrides)
  await buy(made.MembershipNo, '2000', '2025-03-05T10:00:00')
  await buy(made.MembershipNo, '4300', '2024-12-05T10:00:00')
  return made
}

async function offered(more: object = {}) {
  const { MembershipNo } = await endingMember()
  const { status, body } = await app.call(addExpiryReward, { MembershipNo, ...december, ...more })
  expect(status).toBe(201)
  return body
}
const claim = ({ ReferenceCode, MembershipNo }: ExpiryReward, more: object = {}, caller = counter) =>
  app.call(claimExpiryReward, { ReferenceCode, MembershipNo, ...more }, caller)
const cancelClaim = ({ ReferenceCode }: ExpiryReward) =>
  app.call(cancelExpiryRewardClaim, { ReferenceCode, Remark: 'Voucher returned' }, counter)
const available = async (MembershipNo: string) => (await app.call(getBalance, { MembershipNo }, counter)).body.Available

describe('an expiry reward', () => {
  test('keeps what will end and what the member has, is offered in whole steps, and takes nothing yet', async () => {
    const { MembershipNo } = await endingMember()
    const { status, body } = await app.call(addExpiryReward, { MembershipNo, ...december })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      MembershipNo,
      Type: 'Point Expiry',
      Status: 'Active',
      ...december,
      PointExpiry: 430,
      PointBalance: 630,
      ExpiryDate: '2026-12-31',
      Points: 400,
      VoucherType: 'G',
      VoucherValue: '20.00',
      DeductPointInClaimYN: 'Y',
      ValidityFrom: '2026-11-21',
      ValidityTo: '2026-12-31',
    })
    expect(body.ReferenceCode).toMatch(/^RW2611\d{7}$/)
    expect(await available(MembershipNo)).toBe(630)
    const [log] = await app.sql<{ text: string }>(
      'select log_text as text from audit_log where object_id = $1',
      body.ReferenceCode,
    )
    expect(log?.text).toBe(`Create Point Expiry Reward in Point Expiry Reward. ReferenceCode - ${body.ReferenceCode}`)
  })

  test('is given once to a member for a month, however many ask at once: the database holds it', async () => {
    const { MembershipNo } = await endingMember()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.call(addExpiryReward, { MembershipNo, ...december })),
    )

    const [made] = replies.filter(({ status }) => status === 201)
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)!.refusal
    expect(refused).toMatchObject({
      code: 'expiry.reward_exists',
      message: `Reward ${made!.body.ReferenceCode} has already been created for this member and month`,
    })
    await expect(
      app.sql(
        `insert into point_expiry_reward (reference_code, membership_no, expiry_year, expiry_month, point_expiry, point_balance, expiry_date, points,
           voucher_value, validity_from, validity_to, created_at)
         select 'RW26110000000', membership_no, expiry_year, expiry_month, 1, 1, expiry_date, 1, 1, validity_from, validity_to, now()
         from point_expiry_reward where membership_no = $1`,
        MembershipNo,
      ),
    ).rejects.toThrow('point_expiry_reward_month')
  })

  test('of another month of the same member is one of its own', async () => {
    const { MembershipNo } = await endingMember()
    await app.call(addExpiryReward, { MembershipNo, ...december })
    const { status, body } = await app.call(addExpiryReward, { MembershipNo, ExpiryYear: 2027, ExpiryMonth: 3 })
    expect([status, body.PointExpiry, body.ExpiryDate]).toEqual([201, 200, '2027-03-31'])
  })

  test('is valid until its points end at the latest, and not in the past', async () => {
    const { MembershipNo } = await endingMember()
    const until = (ValidityTo: string) => app.call(addExpiryReward, { MembershipNo, ...december, ValidityTo })
    expect((await until('2027-01-01')).refusal).toMatchObject({
      statusCode: 409,
      message: 'The points expire on 2026-12-31. The reward must end by then',
    })
    expect((await until('2026-11-20')).refusal).toMatchObject({ code: 'expiry.past_validity' })
    expect((await until('2026-12-10')).body).toMatchObject({ ValidityTo: '2026-12-10' })
  })

  test('can have other terms than the settings suggest, but not more points than the member has', async () => {
    const { MembershipNo } = await endingMember()
    const terms = (Points: number) =>
      app.call(addExpiryReward, { MembershipNo, ...december, Points, VoucherValue: '33.50' })
    expect((await terms(631)).refusal).toMatchObject({ message: 'Not enough points: 630 available' })
    expect((await terms(350)).body).toMatchObject({ Points: 350, VoucherValue: '33.50' })
  })

  test('follows the settings for the size and the value of a step', async () => {
    const setting = async (Name: 'expiry.rewardPoints' | 'expiry.rewardValue', Value: unknown) => {
      const [row] = await app.sql<{ version: number }>('select version from setting where name = $1', Name)
      expect((await app.call(updateSetting, { Name, Version: row?.version ?? 0, Value: Value as never })).status).toBe(
        200,
      )
    }
    await setting('expiry.rewardPoints', 200)
    await setting('expiry.rewardValue', '12.50')
    expect(await offered()).toMatchObject({ Points: 400, VoucherValue: '25.00' })
    await setting('expiry.rewardPoints', 500)
    const { MembershipNo } = await endingMember()
    expect((await app.call(addExpiryReward, { MembershipNo, ...december })).refusal).toMatchObject({
      message: 'The expiring points are not enough for a reward: 430',
    })
    await setting('expiry.rewardPoints', 100)
    await setting('expiry.rewardValue', '5.00')
  })

  test('needs points that end in the month, and a member who is Active', async () => {
    const { MembershipNo } = await endingMember()
    expect((await app.call(addExpiryReward, { MembershipNo, ExpiryYear: 2027, ExpiryMonth: 1 })).refusal).toMatchObject(
      { statusCode: 409, message: 'No points of this member expire in 2027-01' },
    )
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, MembershipNo)
    expect((await app.call(addExpiryReward, { MembershipNo, ...december })).refusal).toMatchObject({
      message: 'Customer is not Active',
    })
  })

  test('is created and withdrawn by head office only', async () => {
    const outlet = staffWith({ roles: ['Point Expiry Reward'] })
    const { MembershipNo } = await endingMember()
    expect(await app.call(addExpiryReward, { MembershipNo, ...december }, outlet)).toMatchObject({ status: 403 })
    const { ReferenceCode } = await offered()
    expect(await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'No' }, outlet)).toMatchObject({ status: 403 })
  })

  test('that is withdrawn makes room for another', async () => {
    const reward = await offered()
    const { ReferenceCode, MembershipNo } = reward
    const cancelled = await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'Wrong value' })
    expect(cancelled.body).toMatchObject({ Status: 'Cancelled', Remarks: 'Wrong value', CancelledOutletCode: 'HQ' })
    expect((await app.call(addExpiryReward, { MembershipNo, ...december, VoucherValue: '50' })).status).toBe(201)
    expect((await app.call(listExpiryRewards, { Search: { MembershipNo } }, counter)).body.count).toBe(2)
  })
})

describe('the claim', () => {
  test('hands the voucher over and takes the points that end before those that stay; the statement shows it', async () => {
    const reward = await offered()
    const { MembershipNo, ReferenceCode } = reward
    const { status, body } = await claim(reward, { VoucherNo: `V${ReferenceCode}` })

    expect(status).toBe(200)
    expect(body).toMatchObject({ Status: 'Claimed', VoucherNo: `V${ReferenceCode}`, ClaimedOutletCode: 'KLCC' })
    expect(body.ClaimedDate).toBe('2026-11-21T04:00:00.000Z')
    const lots = await app.sql<{ ends: string; left: number }>(
      `select expiry_date::text as ends, (point_amount - point_utilized)::int as left from point_history
       where membership_no = $1 and point_amount > 0 order by expiry_date`,
      MembershipNo,
    )
    expect(lots).toEqual([
      { ends: '2026-12-31', left: 30 },
      { ends: '2027-03-31', left: 200 },
    ])
    const { rows } = (await app.call(getStatement, { MembershipNo }, counter)).body
    expect(rows.at(-1)).toMatchObject({ TransactionType: 'Redeem', Points: -400, ReferenceCode, Balance: 230 })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 230 })
  })

  test('made five times at once is made once', async () => {
    const reward = await offered()
    const replies = await Promise.all(Array.from({ length: 5 }, () => claim(reward)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)!.refusal.message).toBe(
      'The reward is Claimed, claim is not allowed if the record Status is not Active',
    )
    expect(await checkLedger(app.db, reward.MembershipNo)).toMatchObject({ agree: true, points: 230 })
  })

  test('that is sent again with its key is answered again and takes nothing more', async () => {
    const reward = await offered()
    const again = { as: counter, key: `claim-${reward.ReferenceCode}` }
    const { ReferenceCode, MembershipNo } = reward
    const first = await app.call(claimExpiryReward, { ReferenceCode, MembershipNo }, again)
    const second = await app.call(claimExpiryReward, { ReferenceCode, MembershipNo }, again)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await available(MembershipNo)).toBe(230)
  })

  test('checks the balance at that moment', async () => {
    const reward = await offered()
    const { MembershipNo } = reward
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 300, ObjectType: 'Gift', ObjectValue: reward.ReferenceCode },
      counter,
    )
    expect((await claim(reward)).refusal).toMatchObject({
      statusCode: 409,
      message: 'Not enough points: 330 available',
    })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 330 })
  })

  test('is refused for a code nobody has, for another member, and for one who is not Active', async () => {
    const reward = await offered()
    const { MembershipNo } = await member(app.db)
    expect((await claim({ ...reward, ReferenceCode: 'RW26119999999' })).refusal).toMatchObject({
      statusCode: 404,
      message: 'Customer Reward Not Found.',
    })
    expect((await claim({ ...reward, MembershipNo })).refusal).toMatchObject({
      statusCode: 409,
      message: 'Member Details did not match with rewards record',
    })
    await app.sql(`update membership set status = 'Inactive' where membership_no = $1`, reward.MembershipNo)
    expect((await claim(reward)).refusal).toMatchObject({ statusCode: 409, message: 'Customer is not Active' })
  })

  test('hands a voucher over once', async () => {
    const [one, other] = [await offered(), await offered()]
    expect((await claim(one, { VoucherNo: 'G-0001' })).status).toBe(200)
    expect((await claim(other, { VoucherNo: 'g-0001' })).refusal).toMatchObject({
      message: 'Voucher G-0001 has already been claimed',
    })
    expect(await available(other.MembershipNo)).toBe(630)
  })

  test('is possible until the last day ends on the wall of the shop, whatever the day is in UTC', async () => {
    const [inTime, late] = [await offered(), await offered()]
    app.clock.set('2026-12-31T15:30:00Z')
    expect((await claim(inTime)).status).toBe(200)
    // Half past midnight of 1 January in Kuala Lumpur is still 31 December in UTC.
    app.clock.set('2026-12-31T16:30:00Z')
    expect((await claim(late)).refusal).toMatchObject({ message: 'The reward was valid until 2026-12-31' })
    app.clock.set(today)
  })
})

describe('cancelling a claim', () => {
  test('gives reward and points back, with the days they had or at least 30, and forgets the voucher', async () => {
    const reward = await offered()
    const { MembershipNo } = reward
    await claim(reward, { VoucherNo: 'G-0002' })
    app.clock.set('2026-12-20T04:00:00Z')
    const { status, body } = await cancelClaim(reward)
    app.clock.set(today)

    expect(status).toBe(200)
    expect(body).toMatchObject({ Status: 'Active', VoucherNo: null, ClaimedDate: null, ClaimedByName: null })
    const [returned] = await app.sql(
      `select points::int, expiry_date::text as ends from point_history where membership_no = $1 and transaction_type = 'Redeem Refund'`,
      MembershipNo,
    )
    expect(returned).toEqual({ points: 400, ends: '2027-01-19' })
    expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true, points: 630 })
  })

  test('twice at once happens once; claimed again it takes the same points again, and no round gains any', async () => {
    const reward = await offered()
    for (let round = 0; round < 3; round++) {
      expect((await claim(reward)).status).toBe(200)
      const replies = await Promise.all([cancelClaim(reward), cancelClaim(reward)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await checkLedger(app.db, reward.MembershipNo)).toMatchObject({ agree: true, points: 630 })
    }
  })

  test('is the only way in which its points come back', async () => {
    const reward = await offered()
    await claim(reward)
    const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
      `select history_id::int as id from point_history where reference_code = $1`,
      reward.ReferenceCode,
    )
    expect((await app.call(refundRedemption, { HistoryId: id, Remark: 'Back' }, counter)).refusal).toMatchObject({
      statusCode: 409,
      message: `These points were redeemed for reward ${reward.ReferenceCode}. Cancel its claim to refund them`,
    })
  })
})

describe('the states', () => {
  const inState: Record<RewardStatus, () => Promise<ExpiryReward>> = {
    Active: () => offered(),
    Claimed: async () => (await claim(await offered())).body,
    Cancelled: async () => {
      const { ReferenceCode } = await offered()
      return (await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'No' })).body
    },
    Expired: async () => {
      const reward = await offered({ ValidityTo: '2026-11-30' })
      await nightly('2026-12-01')
      return reward
    },
  }
  const wrong = (allowed: RewardStatus) => RewardStatus.options.filter((status) => status !== allowed)

  test.each(wrong('Active'))('a reward that is %s is not claimed', async (status) => {
    const reply = await claim(await inState[status]())
    expect(reply.refusal).toMatchObject({
      statusCode: 409,
      message: `The reward is ${status}, claim is not allowed if the record Status is not Active`,
    })
  })

  test.each(wrong('Claimed'))('a reward that is %s has no claim to cancel', async (status) => {
    const reply = await cancelClaim(await inState[status]())
    expect(reply.refusal).toMatchObject({
      statusCode: 409,
      message: `The reward is ${status}, cancellation is not allowed if the record Status is not Claimed`,
    })
  })

  test.each(wrong('Active'))('a reward that is %s is not withdrawn', async (status) => {
    const { ReferenceCode } = await inState[status]()
    const reply = await app.call(cancelExpiryReward, { ReferenceCode, Remark: 'No' })
    expect(reply.refusal).toMatchObject({
      statusCode: 409,
      message: `The reward is ${status}, cancellation is not allowed if the record Status is not Active`,
    })
  })

  test('one that nobody claimed ends with its points, once, however many nights run at once', async () => {
    const reward = await offered()
    await nightly('2026-12-31')
    const get = async () =>
      (await app.call(listExpiryRewards, { Search: { ReferenceCode: reward.ReferenceCode } })).body.rows[0]
    expect(await get()).toMatchObject({ Status: 'Active' })
    const before = (await app.sql(`select 1 from nightly_step where step = 'expire rewards' and done > 0`)).length
    await Promise.all([nightly('2027-01-01'), nightly('2027-01-01'), nightly('2027-01-01')])
    expect(await get()).toMatchObject({ Status: 'Expired' })
    const done = await app.sql<{ done: number }>(
      `select sum(done)::int as done from nightly_step join nightly_run using (nightly_run_id) where step = 'expire rewards' and business_date = '2027-01-01'`,
    )
    const ended = await app.sql(
      `select 1 from point_expiry_reward where status = 'Expired' and validity_to = '2026-12-31'`,
    )
    expect(done[0]!.done).toBe(ended.length)
    expect(before).toBeGreaterThan(0)
    expect(await checkLedger(app.db, reward.MembershipNo)).toMatchObject({ agree: true, points: 200 })
  })
})

describe('who can be offered a reward', () => {
  const of = (MembershipNo: string, more: object = {}, caller = hq) =>
    app.call(listEligible, { Search: { MembershipNo, ...more } }, caller)

  test('members with enough points that end, month by month, with what could be offered; and what was', async () => {
    const { MembershipNo } = await endingMember()
    const before = (await of(MembershipNo, {})).body
    expect(before.rows).toMatchObject([
      {
        ExpiryMonth: 12,
        PointExpiry: 430,
        RewardPoints: 400,
        RewardValue: '20.00',
        Status: 'Eligible',
        ReferenceCode: null,
      },
      { ExpiryMonth: 3, PointExpiry: 200, RewardPoints: 200, RewardValue: '10.00', Status: 'Eligible' },
    ])
    const reward = (await app.call(addExpiryReward, { MembershipNo, ...december })).body
    await claim(reward)
    const after = (await of(MembershipNo, december)).body
    expect(after.rows).toMatchObject([
      { PointExpiry: 430, RewardPoints: 400, Status: 'Claimed', ReferenceCode: reward.ReferenceCode },
    ])
    expect((await of(MembershipNo, { Status: 'Eligible' })).body.count).toBe(1)
  })

  test('are found by every filter of the specification, inside and outside of Search', async () => {
    const { MembershipNo, CustomerId } = await endingMember()
    const [person] = await app.sql<{ id_no: string; contact_no: string }>(
      `update customer set email = 'ending@carat.example' where customer_id = $1 returning id_no, contact_no`,
      CustomerId,
    )
    const filters = {
      ...december,
      MembershipNo,
      IdNo: person!.id_no,
      ContactNo: person!.contact_no,
      Email: 'ending@carat.example',
      OutletCode: 'KLCC',
      Status: 'Eligible' as const,
      DateFrom: '2026-12-01',
      DateTo: '2026-12-31',
    }
    for (const requested of [{ Search: filters }, filters, { Search: JSON.stringify(filters) }]) {
      const { status, body } = await app.call(listEligible, requested as never)
      expect([status, body.rows.map((row) => row.MembershipNo)]).toEqual([200, [MembershipNo]])
      expect(body.rows[0]!.IdNo).not.toBe(person!.id_no)
    }
    for (const [name, value] of Object.entries({
      ExpiryMonth: 3,
      DateTo: '2026-12-30',
      OutletCode: 'PAV',
      Status: 'Claimed',
    }))
      expect((await app.call(listEligible, { Search: { ...filters, [name]: value } as never })).body.count).toBe(0)
  })

  test('are listed at an outlet as its own members only, and a member who is not Active never', async () => {
    const outlet = staffWith({ roles: ['Point Expiry Reward'] })
    const own = await endingMember()
    const other = await endingMember({ outlet: 'PAV' })
    const all = (await app.call(listEligible, { Rows: 1000 }, outlet)).body.rows.map((row) => row.MembershipNo)
    expect(all).toContain(own.MembershipNo)
    expect(all).not.toContain(other.MembershipNo)
    expect(await app.call(listEligible, { Search: { OutletCode: 'PAV' } }, outlet)).toMatchObject({ status: 403 })
    await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, own.MembershipNo)
    expect((await of(own.MembershipNo)).body.count).toBe(0)
  })
})
