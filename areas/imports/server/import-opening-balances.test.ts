import { beforeAll, expect, test } from 'vitest'
import { ledgerDisagreementsSql, useImportBench } from '#tests/factories/imports.ts'
import type { MappingInput } from '../contract/mapping.ts'

// The test clock is 2026-06-15 12:00 in Kuala Lumpur; the points of STANDARD expire at a month's end after 24 months.

const bench = useImportBench()
beforeAll(() => bench.sql(`update point_structure set validity_months = 24 where code = 'STANDARD'`))

const mapping: MappingInput = {
  columns: { No: 'MembershipNo', Points: 'Points', Expires: 'ExpiryDate', Earned: 'EarnedAt', Note: 'Remark' },
  dates: { format: 'YYYY-MM-DD' },
}
const file = (...rows: string[]) => `${['No,Points,Expires,Earned,Note', ...rows].join('\n')}\n`

async function member(number: string, status = 'Active') {
  await bench.sql(
    `with person as (
       insert into customer (full_name, member_type, registered_outlet_code, registration_source, id_not_given_yn)
       values ($1, 'Premium Member', 'KL1', 'CRM', 'Y') returning customer_id)
     insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date, activated_at, cycle_start, cycle_end, status)
     select $1, customer_id, 1, 'CLASSIC', 'Premium Member', '2025-01-01', '2025-01-01', '2025-01-01', '2025-12-31', $2 from person`,
    number,
    status,
  )
  return number
}
const ledgerOf = (number: string) =>
  bench.sql(
    `select transaction_type, points, expiry_date, (earned_at at time zone 'Asia/Kuala_Lumpur')::date::text as earned, business_date, remark, object_type
     from point_history where membership_no = $1 order by sequence_no`,
    number,
  )

test('opening balances: each row becomes a lot of its own, and a second run creates no lot', async () => {
  const number = await member('OPEN1')
  const csv = file(
    'OPEN1,1250,2027-12-31,2025-06-30,Former programme',
    'open 1,100,,2026-01-15,',
    'OPEN1,50,2027-12-31,,',
    'OPEN1,50,2027-12-31,,',
  )
  const dryRun = await bench.run('opening-balances', csv, mapping, { dryRun: true })
  expect(dryRun).toMatchObject({ Read: 4, Created: 4, Failed: 0, Figures: { Members: 1, Points: '1450' } })
  expect(await ledgerOf(number)).toEqual([])

  expect(await bench.run('opening-balances', csv, mapping)).toMatchObject({ Read: 4, Created: 4 })
  const lot = { transaction_type: 'Opening Balance', business_date: '2026-06-15', object_type: 'Migration' }
  const ledger = await ledgerOf(number)
  expect(ledger).toEqual([
    { ...lot, points: 1250, expiry_date: '2027-12-31', earned: '2025-06-30', remark: 'Former programme' },
    // The points expire as if earned on the date of the row.
    { ...lot, points: 100, expiry_date: '2028-01-31', earned: '2026-01-15', remark: null },
    { ...lot, points: 50, expiry_date: '2027-12-31', earned: expect.any(String), remark: null },
    { ...lot, points: 50, expiry_date: '2027-12-31', earned: expect.any(String), remark: null },
  ])
  expect(
    await bench.sql('select points, total_points_earned from point_balance where membership_no = $1', number),
  ).toEqual([{ points: 1450, total_points_earned: 1450 }])

  const again = await bench.run('opening-balances', csv, mapping)
  expect(again).toMatchObject({ Read: 4, Created: 0, Skipped: 4, Failed: 0 })
  expect(await ledgerOf(number)).toEqual(ledger)
})

test('opening balances: a faulty row reports all its errors and does not affect other rows', async () => {
  const number = await member('OPEN2')
  await member('OPEN3', 'Deleted')
  const result = await bench.run(
    'opening-balances',
    file(
      'NOBODY,1.5,2020-01-01,2027-01-01,',
      'OPEN3,10,,,',
      'OPEN2,0,,,',
      'OPEN2,1000000001,,,',
      'OPEN2,10,31/12/2027,,',
      'OPEN2,10,,2020-01-15,',
      ',,2027-12-31,,',
      'OPEN2,10,,,good',
    ),
    mapping,
  )
  expect(result).toMatchObject({ Read: 8, Created: 1, Failed: 7 })
  expect(
    result.Examples.map(({ FirstRow, Faults }) => [
      FirstRow,
      ...Faults.map(({ Field, Reason }) => `${Field} ${Reason}`),
    ]),
  ).toEqual([
    [1, 'Points not_a_number', 'EarnedAt in_future', 'ExpiryDate out_of_range', 'MembershipNo not_a_member'],
    [2, 'MembershipNo not_a_member'],
    [3, 'Points out_of_range'],
    [4, 'Points too_many_points'],
    [5, 'ExpiryDate not_a_date'],
    // By the point structure the lot would have expired long before.
    [6, 'ExpiryDate out_of_range'],
    [7, 'MembershipNo missing', 'Points missing'],
  ])
  expect(await ledgerOf(number)).toMatchObject([{ points: 10, remark: 'good' }])
})

test('opening balances: imported points first pay arrears, and the ledger of every member is consistent', async () => {
  const number = await member('OPEN4')
  await bench.run('opening-balances', file('OPEN4,100,,,'), mapping)
  await bench.sql(
    `select debit_points($1, 'Redeem', 100, '2026-06-15', '{"ObjectType":"Test","ObjectValue":"1","SourceKey":"test:OPEN4"}')`,
    number,
  )
  await bench.sql(
    `select reverse_lot(history_id, 100, '2026-06-15', '{"ObjectType":"Test","ObjectValue":"1","SourceKey":"reverse:OPEN4"}') from point_history where membership_no = $1 and point_amount = 100`,
    number,
  )
  await bench.run('opening-balances', file('OPEN4,130,,,'), mapping)
  expect(await bench.sql('select points, arrears from point_balance where membership_no = $1', number)).toEqual([
    { points: 30, arrears: 0 },
  ])
  expect(await bench.sql(ledgerDisagreementsSql)).toEqual([])
})
