import { beforeAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { merging } from '#tests/factories/merges.ts'
import { friends } from '#tests/factories/referrals.ts'
import { addEarningRules, checkLedger, member } from '#tests/factories/sales.ts'
import { jobContext, useApp } from '#tests/harness.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { buy, cancelSale, referrer, friendOf, qualified, statusOf, approve, reject, awardsOf } = friends(app)

beforeAll(() => addEarningRules(app.db))

const tools = () => jobContext(app)
const nightly = (date: string) => runNightlyBatch(tools(), nightlyBatchSteps, date)

describe('concurrent referral decisions', () => {
  test('referral: five concurrent approvals and three concurrent nightly batches lead to one award', async () => {
    const { by, friend } = await qualified()
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => approve(friend.ReferralId)),
      ...Array.from({ length: 3 }, () => nightly('2027-01-31').then(() => undefined)),
    ])
    const statuses = replies.filter((reply) => reply !== undefined).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await awardsOf(by.MembershipNo)).toEqual([500])
  })

  test('referral: of a concurrent approval and rejection exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const { by, friend } = await qualified()
      const replies = await Promise.all([approve(friend.ReferralId), reject(friend.ReferralId)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const status = await statusOf(friend.CustomerId)
      expect(await awardsOf(by.MembershipNo)).toEqual(status === 'Approved' ? [500] : [])
    }
  })

  test('referral: if the sale is cancelled during the approval, no points of the award remain', async () => {
    for (let round = 0; round < 8; round++) {
      const { by, friend, InvoiceNo } = await qualified()
      const [approved, cancelled] = await Promise.all([approve(friend.ReferralId), cancelSale(InvoiceNo)])
      expect(cancelled.status).toBe(201)
      expect([200, 409]).toContain(approved.status)
      expect(await statusOf(friend.CustomerId)).toBe('Voided')
      expect(await awardsOf(by.MembershipNo)).toEqual(approved.status === 200 ? [500, -500] : [])
      expect(await checkLedger(app.db, friend.MembershipNo)).toMatchObject({ agree: true })
    }
  })

  test('referral: if the referrer’s only sale is cancelled while two friends are approved, no points of the awards remain', async () => {
    for (let round = 0; round < 4; round++) {
      const by = await referrer()
      const pair = [await friendOf(by.MembershipNo), await friendOf(by.MembershipNo)]
      for (const { MembershipNo } of pair) await buy(MembershipNo, '800')
      const replies = await Promise.all([
        ...pair.map(({ ReferralId }) => approve(ReferralId)),
        cancelSale(by.InvoiceNo),
      ])
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      expect((await awardsOf(by.MembershipNo)).reduce((sum, points) => sum + points, 0)).toBe(0)
    }
  })
})

describe('referrals and merges', () => {
  const { requestMerge, approve: approveMerge, merge } = merging(app)
  const countDifferences = async () => (await reconcileLedger(tools())).Differences

  test('referral: if the referrer or the friend is merged during the approval, exactly one award is given', async () => {
    for (const mergedParty of ['referrer', 'friend'] as const)
      for (let round = 0; round < 3; round++) {
        const { by, friend } = await qualified()
        const survivor = await member(app.db)
        const { body } = await requestMerge(survivor, mergedParty === 'referrer' ? by : friend)
        const replies = await Promise.all([approveMerge(body.ApprovalId), approve(friend.ReferralId)])
        expect(replies.map(({ status }) => status)).toEqual([200, 200])
        const holder = mergedParty === 'referrer' ? survivor : by
        // An award given before the merge is moved to the survivor; a later award is credited to the survivor directly.
        expect(await checkLedger(app.db, holder.MembershipNo)).toMatchObject({ agree: true, points: 510 })
      }
    expect(await countDifferences()).toBe(0)
  })

  test('referral: if the friend’s sale is cancelled after a merge, the survivor’s award is reversed', async () => {
    const { by, friend, InvoiceNo } = await qualified()
    await approve(friend.ReferralId)
    const survivor = await member(app.db)
    await merge(survivor, by)
    await cancelSale(InvoiceNo)
    expect(await statusOf(friend.CustomerId)).toBe('Voided')
    expect(await checkLedger(app.db, survivor.MembershipNo)).toMatchObject({ agree: true, points: 10 })
    expect(await countDifferences()).toBe(0)
  })
})
