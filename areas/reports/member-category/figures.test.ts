import { beforeAll, describe, expect, test } from 'vitest'
import { AT, columns, MARCH, ofPavilion, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { memberCategory } from './contract.ts'

const app = useApp({ at: AT })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const told = async (input: object, as?: typeof ofPavilion) =>
  columns(
    (await run(app, memberCategory, { ...march, ...input }, as)).rows,
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

describe('the member category analysis', () => {
  test('tells who was in each category before and after, what they bought, and the points that they have', async () => {
    // Old came and was merged into Mei within these days; all that he bought is hers.
    expect(await told({})).toEqual([
      ['Non-Premium Member', 0, 1, 0, 1, 0, '0.00', null, 0],
      ['SILVER', 1, 0, 0, 1, 1, '650.50', '650.50', 65],
      ['GOLD', 0, 1, 0, 1, 1, '300.00', '300.00', 30],
    ])
    expect((await run(app, memberCategory, march)).Totals).toEqual({
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

  test('tells an earlier day as it was: a member who was merged since, and the points of then', async () => {
    expect(await told({ DateTo: '2026-03-05' })).toEqual([
      ['SILVER', 1, 1, 0, 2, 1, '650.50', '650.50', 75],
      ['GOLD', 0, 1, 0, 1, 0, '0.00', null, 0],
    ])
    // On the day of the merge the one number leaves, and nobody is counted twice.
    expect(await told({ DateFrom: '2026-03-20' })).toEqual([
      ['Non-Premium Member', 1, 0, 0, 1, 0, '0.00', null, 0],
      ['SILVER', 2, 0, 1, 1, 0, '0.00', null, 65],
      ['GOLD', 1, 0, 0, 1, 0, '0.00', null, 30],
    ])
  })

  test('keeps to the members of an outlet, and its sales from those who may not see them', async () => {
    expect(await told({}, ofPavilion)).toEqual([['GOLD', 0, 1, 0, 1, 1, '300.00', '300.00', 30]])
    expect(await told({ OutletCode: 'PAV' })).toEqual(await told({}, ofPavilion))
    expect(await told({}, withoutAmounts)).toEqual([
      ['Non-Premium Member', 0, 1, 0, 1, 0, null, null, 0],
      ['SILVER', 1, 0, 0, 1, 1, null, null, 65],
    ])
  })
})
