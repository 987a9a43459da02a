import { beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  type Company,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
} from '#tests/factories/reports.ts'
import { hq, useApp } from '#tests/harness.ts'
import { pointStatementReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const refusalOf = async (input: object, as = hq) => {
  const { status, refusal } = await app.call(pointStatementReport.call, { ...march, ...input } as never, as)
  return [status, refusal.message]
}

describe('point statement report', () => {
  test('point statement report: movements are in order, and opening balance plus movements equals the closing balance', async () => {
    const { rows, Totals } = await run(app, pointStatementReport, { ...march, MembershipNo: company.Mei.MembershipNo })
    expect(
      columns(rows, 'BusinessDate', 'Movement', 'InvoiceNo', 'PointsEarned', 'PointsUsed', 'PointsOther', 'Balance'),
    ).toEqual([
      ['2026-03-01', 'Earn', 'B', 25, 0, 0, 35],
      ['2026-03-20', 'Merge In', 'E', 0, 0, 40, 75],
      ['2026-03-20', 'Redeem', null, 0, 10, 0, 65],
      ['2026-03-20', 'Redeem', null, 0, 10, 0, 55],
      ['2026-03-20', 'Redeem Refund', null, 0, -10, 0, 65],
    ])
    expect(Totals).toEqual({
      Opening: 10,
      PointsEarned: 25,
      PointsUsed: 10,
      PointsReversed: 0,
      PointsExpired: 0,
      PointsOther: 40,
      Closing: 65,
      // The points expire at the end of the month in two years, not within the next twelve months.
      ExpiringByMonth: null,
    })
    app.clock.set('2027-05-10T04:00:00Z')
    const later = await run(app, pointStatementReport, { ...march, MembershipNo: company.Mei.MembershipNo })
    expect(later.Totals.ExpiringByMonth).toBe('2028-03: 65')
    app.clock.set(REPORT_TIME)
  })

  test('point statement report: a return is a movement that reverses points', async () => {
    const { Totals } = await run(app, pointStatementReport, { ...march, MembershipNo: company.Ali.MembershipNo })
    expect(Totals).toMatchObject({ Opening: 0, PointsEarned: 50, PointsReversed: 20, Closing: 30 })
  })

  test('point statement report: a merged number shows the survivor’s statement; without movements the balances are equal', async () => {
    const mergedStatement = await run(app, pointStatementReport, {
      DateFrom: ALL[0],
      DateTo: ALL[1],
      MembershipNo: company.Old.MembershipNo,
    })
    expect(mergedStatement.Totals).toMatchObject({ Opening: 0, PointsEarned: 35, Closing: 65 })
    const quietPeriod = await run(app, pointStatementReport, {
      DateFrom: '2026-03-02',
      DateTo: '2026-03-10',
      MembershipNo: company.Mei.MembershipNo,
    })
    expect(quietPeriod).toMatchObject({ count: 0, Totals: { Opening: 35, Closing: 35 } })
  })

  test('point statement report: an identity or telephone number is accepted in any notation if it has one match', async () => {
    await app.sql(`update customer set id_no = 'A1234567' where customer_id = $1`, company.Mei.CustomerId)
    await app.sql(
      `update customer set contact_no = '+60123456789' where customer_id in ($1, $2)`,
      company.Mei.CustomerId,
      company.Siti.CustomerId,
    )
    expect((await run(app, pointStatementReport, { ...march, CustomerIDNo: 'a 123-4567' })).Totals.Closing).toBe(65)
    expect(await refusalOf({ ContactNo: '012-345 6789' })).toEqual([
      409,
      'Several memberships match. Enter the membership number of one of them',
    ])
    expect(
      (await run(app, pointStatementReport, { ...march, CustomerIDNo: 'A1234567', ContactNo: '0123456789' })).count,
    ).toBe(5)
    expect((await run(app, pointStatementReport, { ...march, CustomerIDNo: 'A1234567' }, hq)).count).toBe(5)
    expect(await refusalOf({ CustomerIDNo: 'A1234567' }, pavilionStaff)).toEqual([404, 'Record not found'])
  })

  test('point statement report: a request without a member, or with an unknown member, is refused', async () => {
    expect(await refusalOf({})).toEqual([404, 'Record not found'])
    expect(await refusalOf({ ContactNo: 'not a number' })).toEqual([404, 'Record not found'])
    expect(await refusalOf({ CustomerIDNo: 'NOBODY' })).toEqual([404, 'Record not found'])
  })
})
