import { beforeAll, describe, expect, test } from 'vitest'
import { ALL, AT, columns, MARCH, ofPavilion, reportCompany, withoutAmounts } from '#tests/factories/reports.ts'
import { type Caller, hq, outletStaff, useApp } from '#tests/harness.ts'
import { getSalesBy } from '../contract/sales-by.ts'

const app = useApp({ at: AT })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const shares = async (input: object = march, as: Caller = hq) => {
  const { body } = await app.call(getSalesBy, input as never, as)
  const of = (parts: readonly object[]) => columns(parts, 'Value', 'Sales', 'Share')
  return { Gender: of(body.Gender), Race: of(body.Race), Age: of(body.Age) }
}

describe('who bought, on the dashboard', () => {
  test('sales less returns by gender and age, the merged member’s at the one that stays, walk-ins as not known', async () => {
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

  test('the last half hour of February in the business zone is February’s', async () => {
    expect((await shares({ DateFrom: ALL[0], DateTo: '2026-02-28' })).Gender).toEqual([['Female', '100.00', '100.0']])
  })

  test('an outlet sees its own, and asks for no other', async () => {
    expect((await shares(march, ofPavilion)).Gender).toEqual([['Male', '300.00', '100.0']])
    expect((await app.call(getSalesBy, { ...march, OutletCode: 'PAV' }, outletStaff)).refusal.code).toBe(
      'dashboard.other_outlet',
    )
  })

  test('who may not see sales is shown nothing at all', async () => {
    expect(await shares(march, withoutAmounts)).toEqual({ Gender: [], Race: [], Age: [] })
  })

  test('dates the wrong way round are refused', async () => {
    const reversed = { DateFrom: MARCH[1], DateTo: MARCH[0] }
    expect((await app.call(getSalesBy, reversed, hq)).refusal.code).toBe('dashboard.dates_reversed')
  })
})
