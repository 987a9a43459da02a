import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  addAdjustment,
  deleteAdjustment,
  getPointBalance,
  listPointHistory,
  refundRedemption,
} from '#areas/points/contract.ts'
import { mergingCompany } from '#tests/factories/merging-company.ts'
import { line } from '#tests/factories/sales.ts'
import * as contract from '../contract.ts'

// Exact points after a merge: lots, arrears, and later reversals.

const { app, merge, buy, cancelSale, pair, preview, redeem, ledger, expectProved, lots } = mergingCompany()

describe('points of merged members', () => {
  test('merged points: have a total of their own, and on both memberships all totals add up to the balance', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500')
    await buy(merged, '1000')
    await redeem(merged.MembershipNo, 30)
    await merge(survivor, merged)
    const balance = async ({ MembershipNo }: { MembershipNo: string }) => {
      const { rows } = await sql<Record<string, number>>`
        select total_points_earned as earned, total_points_redeemed as redeemed, total_points_merged as merged, points
        from point_balance where membership_no = ${MembershipNo}`.execute(app.db)
      return rows[0]
    }
    expect(await balance(survivor)).toEqual({ Earned: 50, Redeemed: 0, Merged: 70, Points: 120 })
    expect(await balance(merged)).toEqual({ Earned: 100, Redeemed: 30, Merged: -70, Points: 0 })
    expect((await app.call(getPointBalance, { MembershipNo: survivor.MembershipNo })).body).toMatchObject({
      TotalPointsEarned: 50,
      TotalPointsMerged: 70,
      PointBalance: 120,
    })
    await expectProved()
  })

  test('merged points: an unused adjustment of the merged member can still be reversed, at the survivor', async () => {
    const [survivor, merged] = await pair()
    const input = {
      MembershipNo: merged.MembershipNo,
      TransactionType: 'Adjust In',
      PointAmount: 200,
      ReasonCode: 'Goodwill',
      Remark: 'Wait',
    }
    const adjustment = await app.call(addAdjustment, input as never)
    await merge(survivor, merged)
    const HistoryId = adjustment.body.HistoryId!
    await redeem(survivor.MembershipNo, 1)
    expect(await app.call(deleteAdjustment, { HistoryId })).toMatchObject({
      status: 409,
      refusal: { params: { Points: 1 } },
    })

    const [firstMember, secondMember] = await pair()
    const again = await app.call(addAdjustment, { ...input, MembershipNo: secondMember.MembershipNo } as never)
    await merge(firstMember, secondMember)
    expect(await app.call(deleteAdjustment, { HistoryId: again.body.HistoryId! })).toMatchObject({ status: 200 })
    expect(await ledger(firstMember.MembershipNo)).toMatchObject({ points: 0 })
    await expectProved()
  })

  test('merged points: each lot moves with its dates as two entries, and the merged account is empty and closed', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500', { PerformedAt: '2026-03-05T10:00:00' })
    await buy(merged, '1000', { PerformedAt: '2025-06-10T10:00:00' })
    await buy(merged, '2000', { PerformedAt: '2026-01-10T10:00:00' })
    await redeem(merged.MembershipNo, 30)
    const before = [...(await lots(survivor.MembershipNo)), ...(await lots(merged.MembershipNo))]
    await merge(survivor, merged)

    const after = await lots(survivor.MembershipNo)
    const byDate = (rows: typeof before) => rows.map((row) => Object.values(row).join(' ')).sort()
    expect(byDate(after)).toEqual(byDate(before))
    expect(await lots(merged.MembershipNo)).toEqual([])
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 50 + 270 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0 })
    const rows = async (MembershipNo: string, TransactionType: string) =>
      (await app.call(listPointHistory, { Search: { MembershipNo, TransactionType } as never })).body.rows
    const mergedOut = await rows(merged.MembershipNo, 'Merge Out')
    const came = await rows(survivor.MembershipNo, 'Merge In')
    expect(came.map(({ Points }) => Points)).toEqual(mergedOut.map(({ Points }) => -Points))
    expect(came.map(({ ReferenceCode }) => ReferenceCode)).toEqual([merged.MembershipNo, merged.MembershipNo])
    await expectProved()
  })

  test('merged points: arrears of one member are paid from the points of the other', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '1000')
    const InvoiceNo = await buy(merged, '600')
    await redeem(merged.MembershipNo, 60)
    await cancelSale(InvoiceNo)
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    const previewed = await preview(survivor.CustomerId, merged.CustomerId)
    expect(previewed.body.Memberships).toMatchObject([
      { Points: -60, Arrears: 60, PointsBefore: 100, PointsAfter: 40, ArrearsAfter: 0 },
    ])
    const MergeId = await merge(survivor, merged)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 40, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0, arrears: 0 })
    await expectProved()

    expect(await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })).toMatchObject({ status: 200 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    await expectProved()
  })

  test('merged points: arrears of the survivor are paid from moved points, and undoing the merge restores the arrears', async () => {
    const [survivor, merged] = await pair()
    const InvoiceNo = await buy(survivor, '600')
    await redeem(survivor.MembershipNo, 60)
    await cancelSale(InvoiceNo)
    await buy(merged, '1000', { PerformedAt: '2026-02-10T10:00:00' })
    const was = await lots(merged.MembershipNo)
    const MergeId = await merge(survivor, merged)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 40, arrears: 0 })
    expect(await app.call(contract.unmergeMembers, { MergeId, Reason: 'Two people' })).toMatchObject({ status: 200 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: -60, arrears: 60 })
    expect(await lots(merged.MembershipNo)).toEqual(was)
    await ledger(merged.MembershipNo)
    await expectProved()
  })

  test('return of a sale of the merged member: the survivor’s points are reversed, first from the moved lot', async () => {
    const [survivor, merged] = await pair()
    await buy(survivor, '500')
    const InvoiceNo = await buy(merged, '1000')
    await merge(survivor, merged)
    expect(await cancelSale(InvoiceNo)).toMatchObject({ status: 201 })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 50, arrears: 0 })
    expect(await ledger(merged.MembershipNo)).toMatchObject({ points: 0 })
    await expectProved()
  })

  test('return of a sale of the merged member: points that the member had spent become arrears of the survivor', async () => {
    const [survivor, merged] = await pair()
    const InvoiceNo = await buy(merged, '1000')
    await redeem(merged.MembershipNo, 70)
    await merge(survivor, merged)
    await cancelSale(InvoiceNo)
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: -70, arrears: 70 })
    await expectProved()
  })

  test('refund of a redemption of the merged member: the points are credited to the survivor', async () => {
    const [survivor, merged] = await pair()
    await buy(merged, '1000')
    const { body } = await redeem(merged.MembershipNo, 70)
    await merge(survivor, merged)
    expect(await app.call(refundRedemption, { HistoryId: body.History.HistoryId, Remark: 'Back' })).toMatchObject({
      status: 201,
    })
    expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
    await expectProved()
  })
})

test('return of a moved sale: its two lines can be returned one by one, with exact points', async () => {
  const [survivor, merged] = await pair()
  const InvoiceNo = await buy(merged, '0', { Details: [line('1000'), line('333')] })
  await merge(survivor, merged)
  await cancelSale(InvoiceNo, [{ OldSequenceNo: 2 }])
  expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 100 })
  await cancelSale(InvoiceNo)
  expect(await ledger(survivor.MembershipNo)).toMatchObject({ points: 0, arrears: 0 })
  await expectProved()
})
