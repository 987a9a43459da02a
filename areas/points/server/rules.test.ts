import { describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const planner = staffWith({ roles: ['Point Structure', 'Point Rate'], outlet: 'HQ' })

test('a structure and a rate made by head office are what the next sale earns by', async () => {
  await app.sql(
    `insert into list_item (list_name, value, sequence_no) values ('Brand', 'Aurelia', 1), ('Brand', 'Celeste', 2)`,
  )
  const structure = await app.call(
    contract.addStructure,
    {
      Code: 'main',
      Name: 'Main',
      ValidityMonths: 12,
      ExpiryRounding: 'None',
      Details: [{ EffectiveFrom: '2026-01-01', EffectiveTo: '2026-12-31', Multiplier: 2 }],
    },
    planner,
  )
  expect(structure).toMatchObject({
    status: 201,
    body: { Code: 'MAIN', Details: [{ Status: 'Active', Multiplier: '2.00' }] },
  })
  const rate = await app.call(
    contract.addRate,
    { Brand: 'all', Details: [{ Amount: 10.005, PointRate: '1.005', EffectiveFrom: '2026-01-01' }] },
    planner,
  )
  // Rounded half up to two decimals, read as decimals and not as binary fractions.
  expect(rate).toMatchObject({
    status: 201,
    body: {
      Brand: 'All',
      Details: [{ Amount: '10.01', PointRate: '1.01' }],
      Created: [{ Brand: 'All' }, { Brand: 'Aurelia' }, { Brand: 'Celeste' }],
    },
  })

  const { MembershipNo } = await member(app.db)
  const { body } = await app.call(
    addTransaction,
    { TransactionType: 'N', InvoiceNo: 'A1', MembershipNo, Details: [line('1001')] } as never,
    outletStaff,
  )
  expect(body).toMatchObject({ EarnedPoints: 202, ExpiryDate: '2027-11-21' })
  const explained = await app.call(contract.explainPoints, { MembershipNo }, outletStaff)
  expect(explained.body).toMatchObject({
    count: 1,
    Balance: { Available: 202 },
    rows: [
      {
        StructureName: 'Main',
        StructureMultiplier: '2.00',
        InvoiceNo: 'A1',
        Remaining: 202,
        Lines: [{ RateAmount: '10.01', PointRate: '1.01', RateName: 'Aurelia', PointsEarned: 202 }],
        Uses: [],
      },
    ],
  })
})

describe('point structures', () => {
  test.each([
    ['a window that overlaps', { EffectiveFrom: '2026-12-31' }, 409, 'points.periods_overlap'],
    [
      'a window that ends before it starts',
      { EffectiveFrom: '2028-02-01', EffectiveTo: '2028-01-01' },
      400,
      'points.end_before_start',
    ],
    ['a day that does not exist', { EffectiveFrom: '2027-02-29' }, 400, 'kit.invalid'],
  ])('refuse %s', async (_, window, status, code) => {
    const [structure] = (await app.call(contract.listStructures, { Search: { Code: 'MAIN' } }, planner)).body.rows
    expect(
      await app.call(contract.addStructureDetail, { StructureId: structure!.StructureId, ...window }, planner),
    ).toMatchObject({ status, refusal: { code } })
  })

  test('keep their code for themselves and their screen for those with the role', async () => {
    expect(await app.call(contract.addStructure, { Code: 'MAIN', Name: 'Again' }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.structure_exists' },
    })
    expect(await app.call(contract.addStructure, { Code: 'X', Name: 'Y' }, outletStaff)).toMatchObject({ status: 403 })
    expect(await app.call(contract.getStructure, { StructureId: 99_999 }, hq)).toMatchObject({ status: 404 })
  })
})

describe('point rates', () => {
  test.each([
    ['an amount of nothing', { Amount: '0.004' }, 400],
    ['a negative rate', { PointRate: '-1' }, 400],
    ['an amount that is no number', { Amount: 'NaN' }, 400],
  ])('refuse %s', async (_, more, status) => {
    const detail = { Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01', ...more }
    expect(await app.call(contract.addRate, { Brand: 'Nova', Details: [detail] }, planner)).toMatchObject({ status })
  })

  test('have one version at a time', async () => {
    const { body } = await app.call(
      contract.addRate,
      {
        Brand: 'Solo',
        Details: [{ Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01', EffectiveTo: '2026-06-30' }],
      },
      planner,
    )
    const add = (EffectiveFrom: string) =>
      app.call(contract.addRateDetail, { RateId: body.RateId, Amount: '10', PointRate: '2', EffectiveFrom }, planner)
    expect(await add('2026-06-30')).toMatchObject({ status: 409, refusal: { code: 'points.periods_overlap' } })
    expect(await add('2026-07-01')).toMatchObject({ status: 201, body: { Status: 'Active' } })
    expect((await app.call(contract.getRateDetails, { RateId: body.RateId }, planner)).body).toMatchObject({
      count: 2,
      rows: [{ Status: 'Expired' }, { Status: 'Active' }],
    })
    expect(await app.call(contract.addRate, { Brand: 'solo', Details: [] }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.rate_exists' },
    })
  })
})
