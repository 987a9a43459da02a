import { beforeAll, describe, expect, test } from 'vitest'
import { columns, pavilionStaff, REPORT_TIME, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { memberListingReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const names = async (input: object, as?: typeof pavilionStaff) =>
  columns((await run(app, memberListingReport, { SortDirection: 'ASC', ...input }, as)).rows, 'CustomerName').flat()

describe('member listing report', () => {
  test('member listing report: lists members with balance and last purchase, without merged members', async () => {
    const { rows, Totals } = await run(app, memberListingReport, { SortDirection: 'ASC' })
    expect(columns(rows, 'CustomerName', 'MemberType', 'CardCategoryCode', 'PointBalance', 'LastPurchase')).toEqual([
      ['TAN MEI', 'Premium Member', 'SILVER', 65, '2026-03-05'],
      ['ALI BIN ABU', 'Premium Member', 'GOLD', 30, '2026-03-10'],
      // Siti returned her only purchase.
      ['SITI AMINAH', 'Non-Premium Member', null, 0, null],
    ])
    expect(Totals).toEqual({ Members: 3, Premium: 2, NonPremium: 1, PointBalance: 95 })
    expect(rows[0]!.IdNo).toMatch(/^\*+/)
  })

  test('member listing report: expected purchases within a year are shown only with the privilege to view sales', async () => {
    const [ali] = (await run(app, memberListingReport, { Gender: 'Male' })).rows
    await app.sql(
      `insert into customer_forecast (customer_id, as_of, purchase_days, first_purchase_date, last_purchase_date, usual_days, expected_value)
       values ($1, '2026-03-19', 2, '2026-03-10', '2026-03-18', 8, 412.30)`,
      ali!.CustomerId,
    )
    const listExpected = async (as?: typeof pavilionStaff) =>
      columns(
        (await run(app, memberListingReport, { SortOption: 'ExpectedValue' }, as)).rows,
        'CustomerName',
        'ExpectedValue',
      )
    expect(await listExpected()).toEqual([
      ['ALI BIN ABU', '412.30'],
      ['SITI AMINAH', null],
      ['TAN MEI', null],
    ])
    expect((await listExpected(pavilionStaff))[0]).toEqual(['ALI BIN ABU', '412.30'])
    expect((await listExpected(withoutAmounts)).map(([, value]) => value)).toEqual([null, null])
  })

  test('member listing report: can be filtered by attributes of members', async () => {
    expect(await names({ MemberType: 'Non-Premium Member' })).toEqual(['SITI AMINAH'])
    expect(await names({ JoinDateFrom: '2026-03-01', JoinDateTo: '2026-03-10' })).toEqual(['ALI BIN ABU'])
    expect(await names({ BirthMonth: '5' })).toEqual(['TAN MEI'])
    expect(await names({ Gender: 'female' })).toEqual(['TAN MEI', 'SITI AMINAH'])
    expect(await names({ BalanceFrom: 30, BalanceTo: 64 })).toEqual(['ALI BIN ABU'])
    expect(await names({ Status: 'Merged' })).toEqual(['TAN MEI (OLD)'])
    expect(await names({ HasEmailYN: 'Y' })).toEqual([])
    expect(await names({}, pavilionStaff)).toEqual(['ALI BIN ABU'])
  })
})
