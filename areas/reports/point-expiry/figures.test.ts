import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { pointExpiryReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  await app.sql(
    `insert into setting (name, value) values ('points.costPerPoint', '"0.05"') on conflict (name) do update set value = excluded.value`,
  )
  await app.sql(
    `insert into expiry_contact (membership_no, contact_type, outcome, contacted_at) values ($1, 'Call', 'Reached', '2026-03-19T16:30:00Z')`,
    company.Mei.MembershipNo,
  )
})

const spring = { ExpiringFrom: '2028-02-01', ExpiringTo: '2028-04-30' }

describe('point expiry report', () => {
  test('point expiry report: shows the points that will expire by member and month, without used or reversed points', async () => {
    const { rows, Totals } = await run(app, pointExpiryReport, {
      ...spring,
      SortOption: 'PointToExpire',
      SortDirection: 'ASC',
    })
    // Mei: 10 refunded by the cancelled gift, 15 left of B, 40 of the membership merged into hers. Ali: 30 left of C.
    expect(columns(rows, 'CustomerName', 'PointToExpire', 'PointBalance', 'ExpiryValue', 'LastContactAt')).toEqual([
      ['ALI BIN ABU', 30, 30, '1.50', null],
      ['TAN MEI', 65, 65, '3.25', '2026-03-19T16:30:00.000Z'],
    ])
    expect(Totals).toEqual({
      Members: 2,
      PointToExpire: 95,
      ExpiryValue: '4.75',
      WithReward: 0,
      ContactedMembers: 1,
    })
  })

  test('point expiry report: totals by month count the members who got an expiry reward or were contacted', async () => {
    const { rows, Totals } = await run(app, pointExpiryReport, { ...spring, ExpiryBy: 'Month' })
    expect(
      columns(rows, 'ExpiryMonth', 'Members', 'PointToExpire', 'ExpiryValue', 'WithReward', 'ContactedMembers'),
    ).toEqual([['2028-03', 2, 95, '4.75', 0, 1]])
    expect(Totals).toEqual((await run(app, pointExpiryReport, spring)).Totals)
    expect(
      (await run(app, pointExpiryReport, { ...spring, ExpiryBy: 'Month' }, pavilionStaff)).Totals.PointToExpire,
    ).toBe(30)
  })

  test('point expiry report: the default period is the next twelve months', async () => {
    expect((await run(app, pointExpiryReport, {})).count).toBe(0)
    app.clock.set('2027-05-01T04:00:00Z')
    expect((await run(app, pointExpiryReport, {})).Totals.PointToExpire).toBe(95)
    app.clock.set(REPORT_TIME)
    await expect(run(app, pointExpiryReport, { ExpiringFrom: '2028-05-01', ExpiringTo: '2028-04-30' })).rejects.toThrow(
      'before',
    )
  })

  test('point expiry report: can be filtered by outlet, category, points and consent', async () => {
    const names = async (input: object, as?: typeof pavilionStaff) =>
      columns((await run(app, pointExpiryReport, { ...spring, ...input }, as)).rows, 'CustomerName').flat()
    expect(await names({}, pavilionStaff)).toEqual(['ALI BIN ABU'])
    expect(await names({ CardCategoryCode: 'silver' })).toEqual(['TAN MEI'])
    expect(await names({ PointsFrom: '31' })).toEqual(['TAN MEI'])
    expect(await names({ ContactableYN: 'Y' })).toEqual([])
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, source, wording_version, recorded_at) values ($1, 'Call', 'Y', 'Counter', '1', now())`,
      company.Ali.CustomerId,
    )
    expect(await names({ ContactableYN: 'Y' })).toEqual(['ALI BIN ABU'])
    expect(await names({ ContactableYN: 'N' })).toEqual(['TAN MEI'])
  })

  test('point expiry report: the number of rows and the total are the same for every sort option', async () => {
    for (const ExpiryBy of ['Member', 'Month'])
      for (const SortOption of pointExpiryReport.declared.sort)
        for (const SortDirection of ['ASC', 'DESC']) {
          const { rows, Totals } = await run(app, pointExpiryReport, { ...spring, ExpiryBy, SortOption, SortDirection })
          expect(rows.length, `${SortOption} by ${ExpiryBy}`).toBe(ExpiryBy === 'Month' ? 1 : 2)
          expect(Totals.PointToExpire).toBe(95)
        }
    const byBalance = await run(app, pointExpiryReport, {
      ...spring,
      SortOption: 'PointBalance',
      SortDirection: 'DESC',
    })
    expect(columns(byBalance.rows, 'CustomerName').flat()).toEqual(['TAN MEI', 'ALI BIN ABU'])
    const byContact = await run(app, pointExpiryReport, {
      ...spring,
      SortOption: 'LastContactAt',
      SortDirection: 'ASC',
    })
    expect(columns(byContact.rows, 'CustomerName').flat()).toEqual(['TAN MEI', 'ALI BIN ABU'])
  })
})
