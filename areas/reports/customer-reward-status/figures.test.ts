import { beforeAll, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { customerRewardStatusReport, customerRewardTotalsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

test('customer reward report: lists all customer rewards, including cancelled ones, with a count for each status', async () => {
  const { redeemed, cancelled, Mei } = company
  const { rows, Totals } = await run(app, customerRewardStatusReport, {
    CreatedFrom: '2026-03-20',
    CreatedTo: '2026-03-20',
  })
  const listed = columns(rows, 'ReferenceCode', 'RewardName', 'CustomerName', 'Status', 'Points', 'RedeemedOutletCode')
  expect(listed).toHaveLength(2)
  expect(listed).toEqual(
    expect.arrayContaining([
      [redeemed, 'Silver spoon', 'TAN MEI', 'Active', 10, 'KLCC'],
      [cancelled, 'Silver spoon', 'TAN MEI', 'Cancelled', 10, 'KLCC'],
    ]),
  )
  expect(Totals).toEqual({ Rewards: 2, Active: 1, HandedOver: 0, Cancelled: 1, Expired: 0, Points: 10 })
  const findRewards = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, customerRewardStatusReport, input, as)).rows, 'ReferenceCode').flat()
  expect(await findRewards({ Status: 'Cancelled' })).toEqual([cancelled])
  expect(await findRewards({ CancelledFrom: '2026-03-20', CancelledTo: '2026-03-20' })).toEqual([cancelled])
  expect(await findRewards({ CreatedFrom: '2026-01-01', CreatedTo: '2026-03-19' })).toEqual([])
  expect(
    await findRewards({
      MembershipNo: Mei.MembershipNo,
      CreatedTo: '2026-01-31',
      Type: 'Premium Gift',
      Status: 'Active',
    }),
  ).toEqual([redeemed])
  expect(await findRewards({}, pavilionStaff)).toEqual([])
})

test('customer reward totals: rewards and points are counted by status, reward and type', async () => {
  const { gift } = company
  const runTotals = async (TotalsBy: 'Status' | 'Reward' | 'Type', as?: typeof pavilionStaff) =>
    run(app, customerRewardTotalsReport, { TotalsBy, SortOption: 'Value', SortDirection: 'ASC' }, as)
  const figures = ['Rewards', 'Active', 'HandedOver', 'Cancelled', 'Expired', 'Points'] as const
  expect(columns((await runTotals('Status')).rows, 'Value', ...figures)).toEqual([
    ['Active', 1, 1, 0, 0, 0, 10],
    ['Cancelled', 1, 0, 0, 1, 0, 0],
  ])
  expect(columns((await runTotals('Reward')).rows, 'Key', 'Value', ...figures)).toEqual([
    [gift.Code, 'Silver spoon', 2, 1, 0, 1, 0, 10],
  ])
  expect(columns((await runTotals('Type')).rows, 'Value', 'Rewards')).toEqual([['Premium Gift', 2]])
  expect((await runTotals('Status')).Totals).toEqual({
    Rewards: 2,
    Active: 1,
    HandedOver: 0,
    Cancelled: 1,
    Expired: 0,
    Points: 10,
  })
  expect((await runTotals('Status', pavilionStaff)).rows).toEqual([])
})
