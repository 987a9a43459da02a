import { beforeAll, describe, expect, test } from 'vitest'
import {
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { memberCategoryReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const listCategories = async (input: object, as?: typeof pavilionStaff) =>
  columns(
    (await run(app, memberCategoryReport, { ...march, ...input }, as)).rows,
    'Category',
    'MembersStart',
    'NewMembers',
    'LeftMembers',
    'MembersEnd',
    'BuyingMembers',
    'Net',
    'SalesPerMember',
    'PointBalance',
  )

describe('member category report', () => {
  test('member category report: shows the members of each category before and after the period, with sales and points', async () => {
    // The customer Old joined and was merged into Mei in this period, so his purchases count for Mei.
    expect(await listCategories({})).toEqual([
      ['Non-Premium Member', 0, 1, 0, 1, 0, '0.00', null, 0],
      ['SILVER', 1, 0, 0, 1, 1, '650.50', '650.50', 65],
      ['GOLD', 0, 1, 0, 1, 1, '300.00', '300.00', 30],
    ])
    expect((await run(app, memberCategoryReport, march)).Totals).toEqual({
      MembersStart: 1,
      NewMembers: 2,
      CameBack: 0,
      UpgradedIn: 0,
      DowngradedOut: 0,
      LeftMembers: 0,
      MembersEnd: 3,
      BuyingMembers: 2,
      Net: '950.50',
      SalesPerMember: '475.25',
      PointBalance: 95,
    })
  })

  test('member category report: a past period includes members who were merged later, with their points at that time', async () => {
    expect(await listCategories({ DateTo: '2026-03-05' })).toEqual([
      ['SILVER', 1, 1, 0, 2, 1, '650.50', '650.50', 75],
      ['GOLD', 0, 1, 0, 1, 0, '0.00', null, 0],
    ])
    // One membership leaves on the day of the merge; no member is counted twice.
    expect(await listCategories({ DateFrom: '2026-03-20' })).toEqual([
      ['Non-Premium Member', 1, 0, 0, 1, 0, '0.00', null, 0],
      ['SILVER', 2, 0, 1, 1, 0, '0.00', null, 65],
      ['GOLD', 1, 0, 0, 1, 0, '0.00', null, 30],
    ])
  })

  test('member category report: outlet staff see their own outlet, and sales are hidden without the privilege', async () => {
    expect(await listCategories({}, pavilionStaff)).toEqual([['GOLD', 0, 1, 0, 1, 1, '300.00', '300.00', 30]])
    expect(await listCategories({ OutletCode: 'PAV' })).toEqual(await listCategories({}, pavilionStaff))
    expect(await listCategories({}, withoutAmounts)).toEqual([
      ['Non-Premium Member', 0, 1, 0, 1, 0, null, null, 0],
      ['SILVER', 1, 0, 0, 1, 1, null, null, 65],
    ])
  })
})
