import { beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { type Caller, hq, outletStaff, useApp } from '#tests/harness.ts'
import { getSalesByCustomerGroup } from '../contract/sales-by.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const shares = async (input: object = march, as: Caller = hq) => {
  const { body } = await app.call(getSalesByCustomerGroup, input as never, as)
  const toRows = (parts: readonly object[]) => columns(parts, 'Value', 'Sales', 'Share')
  return { Gender: toRows(body.Gender), Race: toRows(body.Race), Age: toRows(body.Age) }
}

describe('dashboard sales by group', () => {
  test('dashboard sales by group: sales are net of returns and include merged customers; walk-in sales have no group', async () => {
    const { Gender, Age } = await shares()
    expect(Gender).toEqual([
      ['Female', '650.50', '33.4'],
      ['Male', '300.00', '15.4'],
      [null, '999.00', '51.2'],
    ])
    expect(Age).toEqual([
      ['30-39', '650.50', '33.4'],
      ['60+', '300.00', '15.4'],
      [null, '999.00', '51.2'],
    ])
  })

  test('dashboard sales by group: a day begins at midnight in the business time zone', async () => {
    expect((await shares({ DateFrom: ALL[0], DateTo: '2026-02-28' })).Gender).toEqual([['Female', '100.00', '100.0']])
  })

  test('dashboard sales by group: outlet staff get the sales of their outlet only', async () => {
    expect((await shares(march, pavilionStaff)).Gender).toEqual([['Male', '300.00', '100.0']])
    expect((await app.call(getSalesByCustomerGroup, { ...march, OutletCode: 'PAV' }, outletStaff)).refusal.code).toBe(
      'dashboard.other_outlet',
    )
  })

  test('dashboard sales by group: the reply is empty for users without the privilege to view sales', async () => {
    expect(await shares(march, withoutAmounts)).toEqual({ Gender: [], Race: [], Age: [] })
  })

  test('dashboard sales by group: a request with reversed dates is rejected', async () => {
    const reversed = { DateFrom: MARCH[1], DateTo: MARCH[0] }
    expect((await app.call(getSalesByCustomerGroup, reversed, hq)).refusal.code).toBe('dashboard.dates_reversed')
  })
})
