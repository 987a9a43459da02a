import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { cardCategory, companyBrands, createPointRate, line, member } from '#tests/factories/sales.ts'
import { staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'

// Tests which of several structures or rates applies, and that the pages show the result.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const planner = staffWith({ roles: ['Point Structure', 'Point Rate'], outlet: 'HQ' })
const till = systemWith('sales:write', 'sales:cancel')
const running = [{ EffectiveFrom: '2026-01-01' }]

let number = 0
const code = () => `PLAN${++number}`
const add = (more: object = {}) => {
  const Code = code()
  return app.call(contract.addPointStructure, { Code, Name: Code, Details: running, ...more } as never, planner)
}
const read = async (StructureId: number) => (await app.call(contract.getPointStructure, { StructureId }, planner)).body
/** Switches all structures off, so that each test starts with its own structures only. */
const switchOffStructures = () => app.sql(`update point_structure set status = 'Inactive'`)
const earns = async (MembershipNo: string) => {
  const sale = { TransactionType: 'N', InvoiceNo: `WC${++number}`, MembershipNo, OutletCode: 'KLCC' }
  const { body } = await app.call(addTransaction, { ...sale, Details: [line('100')] } as never, till)
  return body.EarnedPoints
}

beforeAll(() => createPointRate(app.db, 'Aurelia', '1'))

describe('overlapping point structures', () => {
  test('overlapping structures: a second structure is refused with the name of the first, or ends the first on the day before', async () => {
    await switchOffStructures()
    const first = (await add()).body
    const second = { Details: [{ EffectiveFrom: '2026-12-01' }] }
    expect(await add(second)).toMatchObject({
      status: 409,
      refusal: {
        code: 'points.structure_beside',
        params: { Code: first.Code, From: '2026-01-01', EndDate: '2026-11-30' },
      },
    })
    expect(await add({ ...second, EndOtherYN: 'Y' })).toMatchObject({ status: 201, body: { Status: 'Inactive' } })
    expect((await read(first.StructureId)).Details).toMatchObject([
      { EffectiveFrom: '2026-01-01', EffectiveTo: '2026-11-30' },
    ])
  })

  test('overlapping structures: a replacement from today on ends the first structure yesterday, and earned points stay', async () => {
    await switchOffStructures()
    const { MembershipNo } = await member(app.db)
    const first = (await add()).body
    expect(await earns(MembershipNo)).toBe(10)
    const doubled = [{ EffectiveFrom: '2026-11-21', Multiplier: '2' }]
    expect(await add({ Details: doubled, EndOtherYN: 'Y' })).toMatchObject({ status: 201 })
    expect(await earns(MembershipNo)).toBe(20)
    expect((await read(first.StructureId)).Details).toMatchObject([{ EffectiveTo: '2026-11-20', Status: 'Expired' }])
  })

  test('overlapping structures: the first structure cannot be ended on a day in the past', async () => {
    await switchOffStructures()
    const first = (await add()).body
    expect(await add({ Details: [{ EffectiveFrom: '2026-11-01' }], EndOtherYN: 'Y' })).toMatchObject({
      status: 409,
      refusal: { code: 'points.structure_beside_stays', params: { Code: first.Code } },
    })
    expect((await read(first.StructureId)).Details).toMatchObject([{ EffectiveTo: null }])
  })

  test('overlapping structures: a new period, end or scope, switching on and undoing a delete are refused if they overlap', async () => {
    await switchOffStructures()
    await add({ Details: [{ EffectiveFrom: '2027-01-01' }] })
    const other = (await add({ Details: [{ EffectiveFrom: '2026-12-01', EffectiveTo: '2026-12-31' }] })).body
    const [detail] = other.Details
    const { StructureId } = other
    const version = async () => (await read(StructureId)).Version
    const refused = { status: 409, refusal: { code: 'points.structure_beside_stays' } }
    expect(
      await app.call(contract.addPointStructureDetail, { StructureId, EffectiveFrom: '2027-02-01' }, planner),
    ).toMatchObject({ status: 409, refusal: { code: 'points.structure_beside' } })
    expect(
      await app.call(
        contract.updatePointStructureDetail,
        { StructureDetailId: detail!.StructureDetailId, EffectiveTo: '2027-01-01' },
        planner,
      ),
    ).toMatchObject(refused)
    const narrow = (await add({ MemberType: 'Premium Member', Details: [{ EffectiveFrom: '2026-12-01' }] })).body
    const changes = { StructureId: narrow.StructureId, Version: narrow.Version, MemberType: null }
    expect(await app.call(contract.updatePointStructure, changes as never, planner)).toMatchObject(refused)

    const off = { StructureId, Version: await version(), Status: 'Inactive' } as const
    await app.call(contract.updatePointStructure, off, planner)
    await add({ Details: [{ EffectiveFrom: '2026-12-01', EffectiveTo: '2026-12-31' }] })
    const on = { StructureId, Version: await version(), Status: 'Active' } as const
    expect(await app.call(contract.updatePointStructure, on, planner)).toMatchObject(refused)

    await switchOffStructures()
    const deleted = (await add({ Details: [{ EffectiveFrom: '2026-12-01' }] })).body
    await app.call(contract.deleteStructure, { StructureId: deleted.StructureId }, planner)
    await add({ Details: [{ EffectiveFrom: '2026-12-01' }] })
    expect(await app.call(contract.restoreStructure, { StructureId: deleted.StructureId }, planner)).toMatchObject(
      refused,
    )
  })

  test('overlapping structures: a database trigger refuses the overlap, and of two concurrent additions one succeeds', async () => {
    await switchOffStructures()
    const replies = await Promise.all([add(), add(), add()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    await expect(
      app.sql(
        `with added as (insert into point_structure (code, name) values ('BESIDE', 'Beside') returning structure_id)
         insert into point_structure_detail (structure_id, effective_from) select structure_id, '2026-01-01' from added`,
      ),
    ).rejects.toThrow('structureBeside')
  })

  test('overlapping structures: an overlap is allowed if one structure applies only to sales that name it', async () => {
    await switchOffStructures()
    await add()
    expect(await add({ NamedOnlyYN: 'Y' })).toMatchObject({ status: 201, body: { NamedOnlyYN: 'Y' } })
  })
})

test('precedence of structures: the narrowest applies: category before group before member type', async () => {
  await switchOffStructures()
  const { MembershipNo } = await member(app.db, { category: 'NARROWS' })
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(`select min(group_id)::int as id from card_group`)
  const scopes = [
    {},
    { MemberType: 'Premium Member' },
    { CardGroupId: id },
    { CardGroupId: id, MemberType: 'Premium Member' },
    { CardCategoryCode: 'NARROWS' },
    { CardCategoryCode: 'NARROWS', MemberType: 'Premium Member' },
    { CardCategoryCode: 'NARROWS', CardGroupId: id },
    { CardCategoryCode: 'NARROWS', CardGroupId: id, MemberType: 'Premium Member' },
  ]
  for (const [index, scope] of scopes.entries()) {
    const Multiplier = `${index + 1}`
    expect(await add({ ...scope, Details: [{ EffectiveFrom: '2026-01-01', Multiplier }] })).toMatchObject({
      status: 201,
    })
    expect(await earns(MembershipNo)).toBe(10 * (index + 1))
  }
})

test('delete a structure: the last structure by which members earn cannot be deleted, another one can', async () => {
  await switchOffStructures()
  await member(app.db, { category: 'LASTS' })
  const wide = (await add()).body
  const narrow = (await add({ CardCategoryCode: 'LASTS' })).body
  const empty = (await add({ Details: [] })).body
  for (const { StructureId } of [narrow, empty])
    expect(await app.call(contract.deleteStructure, { StructureId }, planner)).toMatchObject({ status: 200 })
  expect(await app.call(contract.deleteStructure, { StructureId: wide.StructureId }, planner)).toMatchObject({
    status: 409,
    refusal: { code: 'points.last_structure' },
  })
  const [detail] = wide.Details
  const end = { StructureDetailId: detail!.StructureDetailId, EffectiveTo: '2026-11-21' }
  expect(await app.call(contract.updatePointStructureDetail, end, planner)).toMatchObject({ status: 200 })
})

test('structure page: shows for which categories the structure applies today, and which structures take precedence', async () => {
  await switchOffStructures()
  await cardCategory(app.db, 'PEARL')
  const wide = (await add()).body
  const pearl = (await add({ CardCategoryCode: 'PEARL' })).body
  const later = (
    await add({ CardCategoryCode: 'PEARL', MemberType: 'Premium Member', Details: [{ EffectiveFrom: '2027-01-01' }] })
  ).body

  const { CountsToday } = await read(wide.StructureId)
  expect(CountsToday.Categories.map(({ CardCategoryCode }) => CardCategoryCode)).toContain('SILVER')
  expect(CountsToday.Categories.map(({ CardCategoryCode }) => CardCategoryCode)).not.toContain('PEARL')
  expect(CountsToday.LosesTo).toEqual([
    { StructureId: pearl.StructureId, Code: pearl.Code, Name: pearl.Name, Categories: ['PEARL'] },
  ])
  expect((await read(pearl.StructureId)).CountsToday).toEqual({
    Categories: [{ CardCategoryCode: 'PEARL', Name: 'PEARL' }],
    LosesTo: [],
    WinsOver: [{ StructureId: wide.StructureId, Code: wide.Code, Name: wide.Name, Categories: ['PEARL'] }],
  })
  expect(CountsToday.WinsOver).toEqual([])
  expect((await read(later.StructureId)).CountsToday).toEqual({ Categories: [], LosesTo: [], WinsOver: [] })
})

describe('adjacent periods of a point structure', () => {
  const touching = [
    { EffectiveFrom: '2026-12-01', EffectiveTo: '2027-03-31' },
    { EffectiveFrom: '2027-04-01', EffectiveTo: '2027-12-31' },
  ]

  test.each([
    ['later', '2027-04-30', '2027-05-01'],
    ['earlier', '2027-02-27', '2027-02-28'],
  ])(
    'adjacent periods: periods of a structure can be moved %s in one call, because only the final state is validated',
    async (_, ends, begins) => {
      await switchOffStructures()
      const { StructureId, Version, Details } = (await add({ Details: touching })).body
      const [first, second] = Details
      const changed = await app.call(
        contract.updatePointStructure,
        {
          StructureId,
          Version,
          Details: [
            { StructureDetailId: first!.StructureDetailId, EffectiveTo: ends },
            { StructureDetailId: second!.StructureDetailId, EffectiveFrom: begins },
          ],
        } as never,
        planner,
      )
      expect(changed).toMatchObject({
        status: 200,
        body: { Details: [{ EffectiveTo: ends }, { EffectiveFrom: begins }] },
      })
    },
  )

  test('adjacent periods: if a moved period would overlap another period of the structure, the whole change is refused', async () => {
    await switchOffStructures()
    const { StructureId, Version, Details } = (await add({ Details: touching })).body
    const overlapping = [{ StructureDetailId: Details[0]!.StructureDetailId, EffectiveTo: '2027-04-01' }]
    expect(
      await app.call(contract.updatePointStructure, { StructureId, Version, Details: overlapping } as never, planner),
    ).toMatchObject({ status: 409, refusal: { code: 'points.periods_overlap' } })
    expect((await read(StructureId)).Details).toMatchObject(touching)
  })
})

describe('adjacent periods of a point rate', () => {
  const part = { Amount: '10.00', PointRate: '1.00' }
  const touching = [
    { ...part, EffectiveFrom: '2026-12-01', EffectiveTo: '2027-03-31' },
    { ...part, EffectiveFrom: '2027-04-01', EffectiveTo: '2027-12-31' },
  ]
  const rate = async (Brand: string) => {
    await companyBrands(app.db, [Brand])
    return (await app.call(contract.addPointRate, { Brand, Details: touching }, planner)).body
  }

  test.each([
    ['later', 'Later', '2027-04-30', '2027-05-01'],
    ['earlier', 'Earlier', '2027-02-27', '2027-02-28'],
  ])(
    'adjacent periods: periods of a rate can be moved %s in one call that also adds a period',
    async (_, Brand, ends, begins) => {
      const { RateId, Version, Details } = await rate(Brand)
      const moved = [
        { RateDetailId: Details[0]!.RateDetailId, EffectiveTo: ends },
        { RateDetailId: Details[1]!.RateDetailId, EffectiveFrom: begins },
        { ...part, EffectiveFrom: '2028-01-01' },
      ]
      expect(await app.call(contract.updatePointRate, { RateId, Version, Details: moved }, planner)).toMatchObject({
        status: 200,
        body: { Details: [{ EffectiveTo: ends }, { EffectiveFrom: begins }, { EffectiveFrom: '2028-01-01' }] },
      })
    },
  )

  test.each([
    ['overlap in the end', (id: number) => ({ RateDetailId: id, EffectiveTo: '2027-04-01' }), 'points.periods_overlap'],
    ['belong to another rate', () => ({ RateDetailId: 999_999 }), 'points.rate_detail_not_found'],
    ['are new and lack their figures', () => ({ EffectiveFrom: '2029-01-01' }), 'points.rate_detail_incomplete'],
  ] as const)('adjacent periods: a call whose rate periods %s is refused as a whole', async (why, change, code) => {
    const { RateId, Version, Details } = await rate(`Refused ${why}`)
    const input = { RateId, Version, Details: [change(Details[0]!.RateDetailId)] }
    expect(await app.call(contract.updatePointRate, input, planner)).toMatchObject({ refusal: { code } })
    expect((await app.call(contract.getPointRate, { RateId }, planner)).body).toMatchObject({
      Version,
      Details: touching,
    })
  })
})

test('rate page: shows for which goods the rate applies today, and which rates take precedence', async () => {
  await companyBrands(app.db, ['Opal', 'Onyx'])
  await app.sql(
    `insert into product_group (product_code, product_name, product_type) values ('WATCH', 'WATCH', 'Watch')`,
  )
  const rate = async (input: object) => {
    const Details = [{ Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01' }]
    return (await app.call(contract.addPointRate, { Details, ...input } as never, planner)).body.RateId
  }
  const counts = async (RateId: number) => (await app.call(contract.getPointRate, { RateId }, planner)).body.CountsToday
  const group = { ObjectType: 'ProductGroup', ObjectValue: 'WATCH' } as const
  const opal = await rate({ Brand: 'Opal' })
  const watches = await rate({ Brand: 'Opal', ...group })
  const category = await rate({ Brand: 'Opal', ObjectType: 'CardCategory', ObjectValue: 'SILVER' })
  const coming = await rate({
    Brand: 'Opal',
    ObjectType: 'ProductType',
    ObjectValue: 'Watch',
    Details: [{ Amount: '10', PointRate: '1', EffectiveFrom: '2027-01-01' }],
  })
  const [template] = await app.sql<{ id: number }>(
    `with added as (insert into point_rate (brand) values ('All') returning rate_id)
     insert into point_rate_detail (rate_id, amount, point_rate, effective_from) select rate_id, 10, 1, '2020-01-01' from added returning rate_id::int as id`,
  )

  const silver = { RateId: category, Brand: 'Opal', ObjectType: 'CardCategory', ObjectValue: 'SILVER' }
  expect(await counts(opal)).toEqual({
    Brands: ['Opal'],
    OtherBrandsYN: 'N',
    LosesTo: [{ RateId: watches, Brand: 'Opal', ...group }, silver],
  })
  expect(await counts(watches)).toEqual({ Brands: ['Opal'], OtherBrandsYN: 'N', LosesTo: [] })
  expect((await counts(category)).LosesTo).toEqual([{ RateId: watches, Brand: 'Opal', ...group }])
  expect(await counts(coming)).toEqual({ Brands: [], OtherBrandsYN: 'N', LosesTo: [] })
  const all = await counts(template!.id)
  expect(all.Brands).toContain('Onyx')
  expect(all.Brands).not.toContain('Opal')
  expect(all.OtherBrandsYN).toBe('Y')
  expect(all.LosesTo).toContainEqual({ RateId: opal, Brand: 'Opal', ObjectType: 'All', ObjectValue: null })
})
