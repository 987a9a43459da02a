import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { hq, useApp } from '#tests/harness.ts'
import { pointSummaryReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

describe('point summary report', () => {
  test('point summary report: shows the balance, totals since joining, and the points that will expire by month', async () => {
    const MembershipNo = company.Mei.MembershipNo
    const { rows, Totals } = await run(app, pointSummaryReport, { MembershipNo })
    expect(
      columns(
        rows,
        'CustomerName',
        'TotalPointsEarned',
        'TotalPointsRedeemed',
        'TotalPointsMerged',
        'PointBalance',
        'Available',
        'Pending',
        'Arrears',
        'ExpiringByMonth',
        'LastEarned',
        'LastRedeemed',
      ),
    ).toEqual([['TAN MEI', 35, 10, 40, 65, 65, 0, 0, null, '2026-03-01', '2026-03-20']])
    expect(Totals).toEqual({ PointBalance: 65, Available: 65, Pending: 0, PointsExpiring: 0 })
    // Points of March 2026 expire in March 2028, which is within the next twelve months from April 2027 on.
    app.clock.set('2027-04-15T04:00:00Z')
    const later = await run(app, pointSummaryReport, { MembershipNo })
    expect(columns(later.rows, 'PointsExpiring', 'ExpiringByMonth')).toEqual([[65, '2028-03: 65']])
    app.clock.set('2027-03-15T04:00:00Z')
    expect(columns((await run(app, pointSummaryReport, { MembershipNo })).rows, 'ExpiringByMonth')).toEqual([[null]])
    app.clock.set(REPORT_TIME)
  })

  test('point summary report: a telephone number lists all memberships of customers with that number', async () => {
    await app.sql(
      `update customer set contact_no = '+60123456789' where customer_id in ($1, $2)`,
      company.Mei.CustomerId,
      company.Ali.CustomerId,
    )
    expect(columns((await run(app, pointSummaryReport, { ContactNo: '012-3456789' })).rows, 'CustomerName')).toEqual([
      ['TAN MEI'],
      ['ALI BIN ABU'],
    ])
    expect(
      columns((await run(app, pointSummaryReport, { ContactNo: '012-3456789' }, pavilionStaff)).rows, 'CustomerName'),
    ).toEqual([['ALI BIN ABU']])
  })

  test('point summary report: the case of an identity number is ignored, and an unknown member is refused', async () => {
    await app.sql(`update customer set id_no = 'K7654321' where customer_id = $1`, company.Siti.CustomerId)
    expect((await run(app, pointSummaryReport, { CustomerIDNo: 'k7654321' })).count).toBe(1)
    for (const input of [{}, { CustomerIDNo: 'NOBODY' }, { MembershipNo: 'JC00000000' }])
      expect(await app.call(pointSummaryReport.call, input, hq)).toMatchObject({
        status: 404,
        refusal: { message: 'Member Point Statement Not Found' },
      })
  })
})
