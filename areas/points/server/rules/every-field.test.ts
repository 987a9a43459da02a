import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'

// Every field of a structure, a rate or a period must change the points of a sale, or be listed as descriptive.
// A new field is in neither list, so it fails here until its effect is tested.

const at = '2026-11-21T04:00:00Z'
const app = useApp({ at })

let structure: contract.Structure
let rate: { RateId: number }
let invoices = 0

beforeAll(async () => {
  await app.sql(
    `insert into product_group (product_code, product_name, product_type) values ('RINGS', 'RINGS', 'Ring')`,
  )
  // Adding the first member of GOLD also creates the card category and its card group.
  await member(app.db, { category: 'GOLD' })
  structure = (
    await app.call(contract.addPointStructure, {
      Code: 'PLAN',
      Name: 'Plan',
      Details: [{ EffectiveFrom: '2026-01-01' }],
    } as never)
  ).body
  rate = (
    await app.call(contract.addPointRate, {
      Brand: 'Aurelia',
      Details: [{ Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01' }],
    } as never)
  ).body
})

/** Points of a sale of 99.99, their last day, and how many can be spent today. */
async function earned() {
  const { MembershipNo } = await member(app.db)
  const Details = [{ Brand: 'Aurelia', ProductGroup: 'RINGS', UnitPrice: '99.99' }]
  const sale = { TransactionType: 'N', InvoiceNo: `F${++invoices}`, MembershipNo, Details } as never
  const { body } = await app.call(addTransaction, sale, outletStaff)
  return { points: body.EarnedPoints, until: body.ExpiryDate, now: body.PointsAvailable }
}
const usual = { points: 9, until: '2028-11-30', now: 9 }
const earnsNothing = { points: 0, until: null, now: 0 }

const fieldsOf = (call: { body: unknown }) => Object.keys((call.body as { shape: object }).shape)

describe('fields of a point structure', () => {
  const group = async () =>
    (
      await app.sql<{ id: number }>(
        `insert into card_group (name, description) values ('Staff', 'Staff') returning group_id::int as id`,
      )
    )[0]!.id
  const cases: Record<string, readonly [on: unknown, off: unknown, expected: object]> = {
    CardGroupId: [group, null, earnsNothing],
    CardCategoryCode: ['GOLD', null, earnsNothing],
    MemberType: ['Non-Premium Member', null, earnsNothing],
    ValidityMonths: [12, 24, { ...usual, until: '2027-11-30' }],
    ExpiryRounding: ['None', 'End of month', { ...usual, until: '2028-11-21' }],
    PendingDays: [10, 0, { ...usual, now: 0 }],
    MinimumSpend: ['100.00', '0', earnsNothing],
    MaxPointsPerInvoice: [5, null, { ...usual, points: 5, now: 5 }],
    Rounding: ['Half up', 'Floor', { ...usual, points: 10, now: 10 }],
    NamedOnlyYN: ['Y', 'N', earnsNothing],
    Status: ['Inactive', 'Active', earnsNothing],
  }
  const update = async (change: object) => {
    const reply = await app.call(contract.updatePointStructure, {
      StructureId: structure.StructureId,
      Version: structure.Version,
      ...change,
    } as never)
    expect(reply.status).toBe(200)
    structure = reply.body
  }

  test.each(Object.entries(cases))('point structure: points depend on %s', async (field, [on, off, expected]) => {
    await update({ [field]: typeof on === 'function' ? await on() : on })
    const changed = await earned()
    await update({ [field]: off })
    expect(changed).toEqual(expected)
    expect(await earned()).toEqual(usual)
  })

  test('point structure: the effect of every field is tested', () => {
    const words = ['Code', 'Name', 'Description', 'StructureId', 'Version', 'Details', 'EndOtherYN']
    const testedFields = new Set([...Object.keys(cases), ...words])
    const fields = [...fieldsOf(contract.addPointStructure), ...fieldsOf(contract.updatePointStructure)]
    expect(fields.filter((field) => !testedFields.has(field))).toEqual([])
  })
})

describe('fields of a point structure period', () => {
  const cases: Record<string, readonly [part: object, expected: object]> = {
    Multiplier: [{ Multiplier: '2' }, { ...usual, points: 19, now: 19 }],
    EffectiveFrom: [{ EffectiveFrom: '2026-11-22' }, earnsNothing],
    EffectiveTo: [{ EffectiveFrom: '2026-01-01', EffectiveTo: '2026-11-20' }, earnsNothing],
  }

  test.each(Object.entries(cases))('point structure period: points depend on %s', async (_, [part, expected]) => {
    await app.sql(`update point_structure set status = 'Inactive'`)
    // A period in the past was added while it ran.
    app.clock.set('2026-06-01T04:00:00Z')
    const { body } = await app.call(contract.addPointStructure, {
      Code: `PART${++invoices}`,
      Name: 'Part',
      Details: [{ EffectiveFrom: '2026-01-01', ...part }],
    } as never)
    app.clock.set(at)
    const changed = await earned()
    await app.sql(`update point_structure set status = 'Inactive' where structure_id = $1`, body.StructureId)
    await app.sql(`update point_structure set status = 'Active' where code = 'PLAN'`)
    expect(changed).toEqual(expected)
    expect(await earned()).toEqual(usual)
  })

  test('point structure period: the effect of every field is tested', () => {
    const testedFields = new Set([...Object.keys(cases), 'Remark', 'StructureId', 'StructureDetailId', 'EndOtherYN'])
    const fields = [...fieldsOf(contract.addPointStructureDetail), ...fieldsOf(contract.updatePointStructureDetail)]
    expect(fields.filter((field) => !testedFields.has(field))).toEqual([])
  })
})

describe('fields of a point rate', () => {
  // Each rate is added beside the rate for the whole brand, and overrides that rate or leaves it in effect.
  const cases: Record<string, readonly [rate: object, expected: object]> = {
    Brand: [{ Brand: 'Another', ObjectType: 'ProductGroup', ObjectValue: 'RINGS' }, usual],
    ObjectType: [
      { ObjectType: 'ProductGroup', ObjectValue: 'RINGS' },
      { ...usual, points: 49, now: 49 },
    ],
    ObjectValue: [{ ObjectType: 'ProductGroup', ObjectValue: 'CHAINS' }, usual],
    Amount: [
      { ObjectType: 'ProductType', ObjectValue: 'Ring', Amount: '20' },
      { ...usual, points: 24, now: 24 },
    ],
    PointRate: [
      { ObjectType: 'CardCategory', ObjectValue: 'SILVER', PointRate: '3' },
      { ...usual, points: 29, now: 29 },
    ],
    EffectiveFrom: [{ ObjectType: 'ProductGroup', ObjectValue: 'RINGS', EffectiveFrom: '2026-11-22' }, usual],
    EffectiveTo: [{ ObjectType: 'ProductGroup', ObjectValue: 'RINGS', EffectiveTo: '2026-11-20' }, usual],
    Status: [{ ObjectType: 'ProductGroup', ObjectValue: 'RINGS', Status: 'Inactive' }, usual],
  }

  test.each(Object.entries(cases))('point rate: points depend on %s', async (_, [input, expected]) => {
    const { Brand = 'Aurelia', ObjectType, ObjectValue, Status, ...detail } = input as Record<string, string>
    const { body } = await app.call(contract.addPointRate, {
      Brand,
      ObjectType,
      ObjectValue,
      Details: [{ Amount: '10', PointRate: '5', EffectiveFrom: '2026-01-01', ...detail }],
    } as never)
    if (Status)
      await app.call(contract.updatePointRate, { RateId: body.RateId, Version: body.Version, Status } as never)
    const changed = await earned()
    await app.call(contract.deleteRate, { RateId: body.RateId })
    expect(changed).toEqual(expected)
    expect(await earned()).toEqual(usual)
  })

  test('point rate: the effect of every field is tested', () => {
    const testedFields = new Set([...Object.keys(cases), 'RateId', 'RateDetailId', 'Version', 'Details', 'EndOtherYN'])
    const fields = [
      contract.addPointRate,
      contract.updatePointRate,
      contract.addPointRateDetail,
      contract.updatePointRateDetail,
    ].flatMap(fieldsOf)
    expect(fields.filter((field) => !testedFields.has(field))).toEqual([])
  })
})

describe('concurrent changes of a point rule', () => {
  const staleWith = (current: object) => ({ status: 409, refusal: { code: 'kit.stale', current } })

  test('point structure: of two concurrent changes the second is refused, and its error has the values of the first', async () => {
    const { StructureId } = structure
    const { Version } = (await app.call(contract.getPointStructure, { StructureId }, hq)).body
    const save = (Name: string) => app.call(contract.updatePointStructure, { StructureId, Version, Name })
    await save('The first')
    expect(await save('The second')).toMatchObject(staleWith({ Name: 'The first' }))
  })

  test('point rate: of two concurrent changes the second is refused, and its error has the values of the first', async () => {
    const { RateId } = rate
    const { Version } = (await app.call(contract.getPointRate, { RateId }, hq)).body
    const save = (Status: 'Active' | 'Inactive') => app.call(contract.updatePointRate, { RateId, Version, Status })
    await save('Inactive')
    expect(await save('Active')).toMatchObject(staleWith({ Status: 'Inactive' }))
    await app.sql(`update point_rate set status = 'Active' where rate_id = $1`, RateId)
  })
})
