import { beforeAll, expect, test } from 'vitest'
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
import { friendSalesReport, friendSalesTotalsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  const { Mei, Ali, Siti } = await reportCompany(app)
  for (const [friend, status] of [
    [Ali, 'Approved'],
    [Siti, 'Pending'],
  ] as const)
    await app.sql(
      `insert into referral (customer_id, referrer_membership_no, status, named_at, minimum_amount, qualify_until, return_days, referrer_points, friend_points,
         referrer_awarded, friend_awarded, decided_at, qualified_at, transaction_id, approve_from)
       select $1::bigint, $2, $3, '2026-03-02T04:00:00Z', 0, '2026-12-31', 0, 50, 20, a.points, a.friend, a.at, a.at, a.sale, a.at::date
       from (select case when $3 = 'Approved' then 50 end as points, case when $3 = 'Approved' then 20 end as friend,
         case when $3 = 'Approved' then '2026-03-12T04:00:00Z'::timestamptz end as at,
         case when $3 = 'Approved' then (select transaction_id from transaction_summary where invoice_no = 'C') end as sale) a`,
      friend.CustomerId,
      Mei.MembershipNo,
      status,
    )
})

test('friend sales report: lists the purchases of referred friends and the points of their referrers', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1], SortOption: 'CustomerName', SortDirection: 'ASC' as const }
  const { rows, Totals } = await run(app, friendSalesReport, march)
  expect(
    columns(
      rows,
      'ReferrerName',
      'CustomerName',
      'Status',
      'FirstInvoiceNo',
      'FirstNet',
      'NetTotal',
      'ReferrerAwarded',
    ),
  ).toEqual([
    ['TAN MEI', 'ALI BIN ABU', 'Approved', 'C', '300.00', '300.00', 50],
    ['TAN MEI', 'SITI AMINAH', 'Pending', 'D', '0.00', '0.00', null],
  ])
  expect(Totals).toEqual({
    Friends: 2,
    Bought: 2,
    Approved: 1,
    FirstNet: '300.00',
    NetTotal: '300.00',
    ReferrerAwarded: 50,
    FriendAwarded: 20,
  })
  expect(columns((await run(app, friendSalesReport, march, pavilionStaff)).rows, 'CustomerName')).toEqual([
    ['ALI BIN ABU'],
  ])
  // Both referrers were named on 2 March. Ali joined on that day and first bought on the 10th; Siti on the 15th.
  const friendsOn = async (FriendDate: 'Named' | 'Joined' | 'First Purchase', day: string) =>
    columns(
      (await run(app, friendSalesReport, { ...march, FriendDate, DateFrom: day, DateTo: day })).rows,
      'CustomerName',
    ).flat()
  expect(await friendsOn('Named', '2026-03-02')).toEqual(['ALI BIN ABU', 'SITI AMINAH'])
  expect(await friendsOn('Joined', '2026-03-02')).toEqual(['ALI BIN ABU'])
  expect(await friendsOn('First Purchase', '2026-03-15')).toEqual(['SITI AMINAH'])
  expect(columns((await run(app, friendSalesReport, march, withoutAmounts)).rows, 'CustomerName', 'NetTotal')).toEqual([
    ['SITI AMINAH', null],
  ])
})

test('friend sales totals: can be grouped by referrer and by outlet', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1], SortOption: 'Value', SortDirection: 'ASC' as const }
  const runBy = (TotalsBy: 'Referrer' | 'Outlet', as?: typeof pavilionStaff) =>
    run(app, friendSalesTotalsReport, { ...march, TotalsBy }, as)
  const figures = ['Friends', 'Bought', 'Approved', 'FirstNet', 'NetTotal', 'ReferrerAwarded', 'FriendAwarded'] as const
  expect(columns((await runBy('Referrer')).rows, 'Person', ...figures)).toEqual([
    ['TAN MEI', 2, 2, 1, '300.00', '300.00', 50, 20],
  ])
  expect(columns((await runBy('Outlet')).rows, 'Value', ...figures)).toEqual([
    ['KLCC', 1, 1, 0, '0.00', '0.00', 0, 0],
    ['PAV', 1, 1, 1, '300.00', '300.00', 50, 20],
  ])
  const withoutSales = await runBy('Outlet', withoutAmounts)
  expect(columns(withoutSales.rows, 'Value', 'FirstNet', 'NetTotal', 'ReferrerAwarded')).toEqual([
    ['KLCC', null, null, 0],
  ])
  expect(withoutSales.Totals).toMatchObject({ Friends: 1, NetTotal: null })
})

test('friend sales report: an award that was voided is not counted', async () => {
  const voidReferral = (reason: string) =>
    app.sql(
      `update referral set status = 'Voided', void_reason = $1, voided_at = now() where status in ('Approved', 'Voided')`,
      reason,
    )
  const awarded = async () => {
    const { Totals } = await run(app, friendSalesReport, { DateFrom: MARCH[0], DateTo: MARCH[1] })
    return [Totals.ReferrerAwarded, Totals.FriendAwarded]
  }
  expect(await awarded()).toEqual([50, 20])
  // The friend keeps the points if only the referrer's award is void.
  await voidReferral('Referrer has no purchase')
  expect(await awarded()).toEqual([0, 20])
  await voidReferral('Sale cancelled')
  expect(await awarded()).toEqual([0, 0])
})
