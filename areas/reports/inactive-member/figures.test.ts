import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, columns, pavilionStaff, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { hq, useApp } from '#tests/harness.ts'
import { inactiveMemberReport } from './contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  // Last purchases that were not returned: Mei on 5 March, Ali on 10 March; Siti returned her purchase.
  app.clock.set('2028-03-12T04:00:00Z')
})

const members = async (input: object, as?: typeof pavilionStaff) =>
  columns(
    (await run(app, inactiveMemberReport, input, as)).rows,
    'CustomerName',
    'LastPurchase',
    'DaysSilent',
    'Visits',
    'LifetimeNet',
  )

describe('inactive member report', () => {
  test('inactive member report: lists members without a purchase for two years, and those inactive longest first', async () => {
    expect(await members({})).toEqual([
      ['TAN MEI', '2026-03-05', 738, 3, '750.50'],
      ['ALI BIN ABU', '2026-03-10', 733, 1, '300.00'],
    ])
    const { Totals } = await run(app, inactiveMemberReport, {})
    expect(Totals).toMatchObject({ Members: 2, UpToTwelve: 0, UpToTwentyFour: 0, Longer: 2, LifetimeNet: '1050.50' })
  })

  test('inactive member report: can be filtered by months, outlet and balance, and shows amounts only with the privilege', async () => {
    expect(await members({ Months: 12 })).toHaveLength(3)
    expect(await members({}, pavilionStaff)).toEqual([['ALI BIN ABU', '2026-03-10', 733, 1, '300.00']])
    expect(await members({ BalanceFrom: 1_000 })).toEqual([])
    expect((await members({}, withoutAmounts))[0]).toEqual(['TAN MEI', '2026-03-05', 738, 3, null])
  })

  test('inactive member report: can be filtered by period, minimum spend and consent', async () => {
    // Mei bought A on 28 February and E on 5 March; Ali bought C on 10 March.
    const listNames = async (input: object) =>
      (await members({ ...input, SortOption: 'CustomerName', SortDirection: 'ASC' })).map(([name]) => name)
    expect(await listNames({ SilentFrom: '2026-03-11' })).toEqual(['ALI BIN ABU', 'TAN MEI'])
    expect(await listNames({ SilentFrom: '2026-03-06', SilentTo: '2026-03-09' })).toEqual(['ALI BIN ABU', 'TAN MEI'])
    expect(await listNames({ SilentFrom: '2026-03-06', SilentTo: '2026-03-10' })).toEqual(['TAN MEI'])
    expect(
      (await app.call(inactiveMemberReport.call, { SilentFrom: '2026-03-06', SilentTo: '2026-03-01' }, hq)).refusal,
    ).toMatchObject({ code: 'reports.dates_reversed' })
    expect(await listNames({ SpendFrom: '300.01' })).toEqual(['TAN MEI'])
    expect((await app.call(inactiveMemberReport.call, { SpendFrom: '1' }, withoutAmounts)).refusal).toMatchObject({
      code: 'reports.amounts_hidden',
    })
    const setConsent = (granted: string) =>
      app.sql(
        `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Call', $2, '1', 'CRM', now())`,
        ...[company.Ali.CustomerId, granted],
      )
    await setConsent('Y')
    expect(await listNames({ ConsentChannel: 'Call' })).toEqual(['ALI BIN ABU'])
    await setConsent('N')
    expect(await listNames({ ConsentChannel: 'Call' })).toEqual([])
  })

  test('inactive member report: shows the points that will expire, the last contact and the preferred staff', async () => {
    const { Mei, Ali } = company
    await app.sql(
      'update customer set preferred_staff_id = (select min(staff_id) from staff) where customer_id = $1',
      Ali.CustomerId,
    )
    await app.sql(
      `insert into expiry_contact (membership_no, contact_type, outcome, contacted_at) values ($1, 'Call', 'Reached', '2028-03-01T04:00:00Z')`,
      Mei.MembershipNo,
    )
    const { rows } = await run(app, inactiveMemberReport, { SortOption: 'LastContactAt', SortDirection: 'ASC' })
    const [preferredStaff] = await app.sql<{ full_name: string }>(
      'select full_name from staff order by staff_id limit 1',
    )
    // 65 points of Mei (after her gift of 10) and 30 of Ali expire at the end of March.
    expect(columns(rows, 'CustomerName', 'PointsExpiring', 'LastContactAt', 'PreferredStaffName')).toEqual([
      ['TAN MEI', 65, '2028-03-01T04:00:00.000Z', null],
      ['ALI BIN ABU', 30, null, preferredStaff!.full_name],
    ])
  })

  test('inactive member report: a member is inactive from the day after exactly that many months without a purchase', async () => {
    const listNames = async () => (await members({})).map(([name]) => name)
    app.clock.set('2028-03-10T04:00:00Z')
    expect(await listNames()).toEqual(['TAN MEI'])
    app.clock.set('2028-03-11T04:00:00Z')
    expect(await listNames()).toEqual(['TAN MEI', 'ALI BIN ABU'])
  })
})
