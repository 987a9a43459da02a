import { describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'

const at = '2026-11-21T04:00:00Z'
const app = useApp({ at })
/** Runs `work` in December 2025, because a period that has ended by today can only be added while it runs. */
async function inDecember2025<Result>(work: () => Promise<Result>) {
  app.clock.set('2025-12-01T04:00:00Z')
  const result = await work()
  app.clock.set(at)
  return result
}
const planner = staffWith({ roles: ['Point Structure', 'Point Rate'], outlet: 'HQ' })

test('point rules: a structure and a rate that head office adds apply to the next sale', async () => {
  await app.sql(
    `insert into list_item (list_name, value, sequence_no) values ('Brand', 'Aurelia', 1), ('Brand', 'Celeste', 2)`,
  )
  await companyBrands(app.db, ['Nova', 'Solo', 'Early', 'Earlier', 'Later'])
  await app.sql(`insert into product_group (product_code, product_name, product_type) values ('RING', 'RING', 'Ring')`)
  const structure = await app.call(
    contract.addPointStructure,
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
    contract.addPointRate,
    { Brand: 'all', Details: [{ Amount: 10.005, PointRate: '1.005', EffectiveFrom: '2026-01-01' }] },
    planner,
  )
  // Amounts are rounded half up to two decimals, as decimals and not as binary fractions.
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
    ['overlapping periods', { EffectiveFrom: '2026-12-31' }, 409, 'points.periods_overlap'],
    [
      'a period that ends before it starts',
      { EffectiveFrom: '2028-02-01', EffectiveTo: '2028-01-01' },
      400,
      'points.end_before_start',
    ],
    ['a period in the past', { EffectiveFrom: '2024-01-01', EffectiveTo: '2026-11-20' }, 409, 'points.end_in_past'],
    ['a day that does not exist', { EffectiveFrom: '2027-02-29' }, 400, 'kit.invalid'],
  ])('point structure: %s is refused', async (_, window, status, code) => {
    const [structure] = (await app.call(contract.listPointStructures, { Search: { Code: 'MAIN' } }, planner)).body.rows
    expect(
      await app.call(contract.addPointStructureDetail, { StructureId: structure!.StructureId, ...window }, planner),
    ).toMatchObject({ status, refusal: { code } })
  })

  test('point structure: the code is unique, and only users with the role can add a structure', async () => {
    expect(await app.call(contract.addPointStructure, { Code: 'MAIN', Name: 'Again' }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.structure_exists' },
    })
    expect(await app.call(contract.addPointStructure, { Code: 'X', Name: 'Y' }, outletStaff)).toMatchObject({
      status: 403,
    })
    expect(await app.call(contract.getPointStructure, { StructureId: 99_999 }, hq)).toMatchObject({ status: 404 })
  })
})

describe('point rates', () => {
  test.each([
    ['an amount of zero', { Amount: '0.004' }, 400],
    ['a negative rate', { PointRate: '-1' }, 400],
    ['an amount that is not a number', { Amount: 'NaN' }, 400],
  ])('point rate: %s is refused', async (_, more, status) => {
    const detail = { Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01', ...more }
    expect(await app.call(contract.addPointRate, { Brand: 'Nova', Details: [detail] }, planner)).toMatchObject({
      status,
    })
  })

  test('point rate: only one period of a rate runs at a time', async () => {
    const { body } = await app.call(
      contract.addPointRate,
      {
        Brand: 'Solo',
        Details: [{ Amount: '10', PointRate: '1', EffectiveFrom: '2026-01-01', EffectiveTo: '2026-06-30' }],
      },
      planner,
    )
    const add = (EffectiveFrom: string) =>
      app.call(
        contract.addPointRateDetail,
        { RateId: body.RateId, Amount: '10', PointRate: '2', EffectiveFrom },
        planner,
      )
    expect(await add('2026-06-30')).toMatchObject({ status: 409, refusal: { code: 'points.periods_overlap' } })
    expect(await add('2026-07-01')).toMatchObject({ status: 201, body: { Status: 'Active' } })
    expect((await app.call(contract.getPointRateDetails, { RateId: body.RateId }, planner)).body).toMatchObject({
      count: 2,
      rows: [{ Status: 'Expired' }, { Status: 'Active' }],
    })
    expect(await app.call(contract.addPointRate, { Brand: 'solo', Details: [] }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.rate_exists' },
    })
  })
})

/** Switches other structures off, because two structures for the same members cannot run on the same day. */
const nothingElseRuns = () => app.sql(`update point_structure set status = 'Inactive' where status = 'Active'`)

/** A structure with an expired, a running and a future period; today is 2026-11-21. */
async function threeDetails(Code: string) {
  await nothingElseRuns()
  const { body } = await inDecember2025(() =>
    app.call(
      contract.addPointStructure,
      {
        Code,
        Name: Code,
        Details: [
          { EffectiveFrom: '2025-01-01', EffectiveTo: '2025-12-31' },
          { EffectiveFrom: '2026-01-01', EffectiveTo: '2026-12-31', Multiplier: '2' },
          { EffectiveFrom: '2027-01-01', EffectiveTo: '2027-12-31' },
        ],
      },
      planner,
    ),
  )
  const [expired, active, inactive] = body.Details.map(({ StructureDetailId }) => StructureDetailId)
  return { structure: body, expired: expired!, active: active!, inactive: inactive! }
}

describe('periods of a point structure', () => {
  test.each([
    ['expired', { EffectiveTo: '2026-12-01' }, 409, 'points.expired_is_left_alone'],
    ['active', { EffectiveFrom: '2026-02-01', EffectiveTo: '2026-11-21' }, 200, undefined],
    ['active', { EffectiveTo: '2026-11-20' }, 409, 'points.end_in_past'],
    ['active', { Multiplier: '3' }, 409, 'points.only_its_end'],
    ['active', { Multiplier: '2.00', EffectiveTo: '' }, 200, undefined],
    ['active', { EffectiveTo: '2027-01-01' }, 409, 'points.periods_overlap'],
    ['inactive', { EffectiveFrom: '2027-02-01', Multiplier: '3', Remark: 'Spring' }, 200, undefined],
    ['inactive', { EffectiveFrom: '2026-11-20' }, 409, 'points.start_in_past'],
    ['inactive', { EffectiveFrom: '2028-01-01' }, 400, 'points.end_before_start'],
    ['inactive', { EffectiveFrom: '2026-12-31' }, 409, 'points.periods_overlap'],
  ] as const)(
    'structure period: the state of a period decides whether changing an %s period to %j is allowed',
    async (state, input, status, code) => {
      const threeDetailStructure = await threeDetails(`T${hash(JSON.stringify(input) + state)}`)
      const reply = await app.call(
        contract.updatePointStructureDetail,
        { StructureDetailId: threeDetailStructure[state], ...input },
        planner,
      )
      expect(reply).toMatchObject({ status, ...(code && { refusal: { code } }) })
    },
  )

  test('structure period: the start of a running period cannot change, and its end stays if the request contains none', async () => {
    const { active, inactive } = await threeDetails('KEEPS')
    const change = (StructureDetailId: number, EffectiveTo: string) =>
      app.call(
        contract.updatePointStructureDetail,
        { StructureDetailId, EffectiveFrom: '2027-03-01', EffectiveTo },
        planner,
      )
    expect((await change(active, '')).body).toMatchObject({ EffectiveFrom: '2026-01-01', EffectiveTo: '2026-12-31' })
    expect((await change(inactive, '2026-01-01')).body).toMatchObject({
      EffectiveFrom: '2027-03-01',
      EffectiveTo: '2027-12-31',
    })
  })

  test('structure period: saving a structure leaves ended periods unchanged, and adds the periods that have no id', async () => {
    const { structure, expired, active } = await threeDetails('WHOLE')
    const reply = await app.call(
      contract.updatePointStructure,
      {
        StructureId: structure.StructureId,
        Version: structure.Version,
        Name: 'Whole',
        Details: [
          { StructureDetailId: expired, EffectiveFrom: '2020-01-01', Multiplier: '9' },
          { StructureDetailId: active, EffectiveFrom: '2020-01-01', EffectiveTo: '2026-11-30' },
          { EffectiveFrom: '2026-12-01', EffectiveTo: '2026-12-31', Multiplier: '4' },
        ],
      },
      planner,
    )
    expect(reply).toMatchObject({
      status: 200,
      body: {
        Name: 'Whole',
        Status: 'Active',
        Details: [
          { EffectiveFrom: '2025-01-01', EffectiveTo: '2025-12-31', Multiplier: '1.00', Status: 'Expired' },
          { EffectiveFrom: '2026-01-01', EffectiveTo: '2026-11-30', Multiplier: '2.00', Status: 'Active' },
          { EffectiveFrom: '2026-12-01', EffectiveTo: '2026-12-31', Multiplier: '4.00', Status: 'Inactive' },
          { EffectiveFrom: '2027-01-01', Status: 'Inactive' },
        ],
      },
    })
    const again = await app.call(
      contract.updatePointStructure,
      { StructureId: structure.StructureId, Version: structure.Version, Name: 'Late' },
      planner,
    )
    expect(again).toMatchObject({ status: 409, refusal: { code: 'kit.stale', current: { Name: 'Whole' } } })
  })

  test('structure period: of two overlapping periods added concurrently one is stored', async () => {
    const { structure } = await threeDetails('RACE')
    const add = () =>
      app.call(
        contract.addPointStructureDetail,
        { StructureId: structure.StructureId, EffectiveFrom: '2028-01-01', EffectiveTo: '2028-12-31' },
        planner,
      )
    const statuses = (await Promise.all(Array.from({ length: 8 }, add))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)])
  })
})

describe('status of a point structure', () => {
  test.each([
    [[{ EffectiveFrom: '2026-11-21' }], 'Active'],
    [[{ EffectiveFrom: '2026-01-01', EffectiveTo: '2026-11-21' }], 'Active'],
    [[{ EffectiveFrom: '2026-11-22' }], 'Inactive'],
    [[{ EffectiveFrom: '2026-01-01', EffectiveTo: '2026-11-20' }], 'Expired'],
    [[], 'Inactive'],
  ])('structure status: the periods %j give the status %s', async (Details, Status) => {
    await nothingElseRuns()
    const Code = `S${hash(JSON.stringify(Details))}`
    await inDecember2025(() => app.call(contract.addPointStructure, { Code, Name: Code, Details }, planner))
    const listed = await app.call(contract.listPointStructures, { Search: { Code, Status } as never }, planner)
    expect(listed.body).toMatchObject({ count: 1, rows: [{ Status }] })
  })

  test('point structure: a deleted structure can be restored unchanged within 30 seconds, and not later', async () => {
    await nothingElseRuns()
    await app.call(
      contract.addPointStructure,
      {
        Code: 'STAYS',
        Name: 'Stays',
        MemberType: 'Premium Member',
        Details: [{ EffectiveFrom: '2026-01-01', Multiplier: 2 }],
      },
      planner,
    )
    const Details = [{ EffectiveFrom: '2026-01-01' }]
    const { body } = await app.call(contract.addPointStructure, { Code: 'GOES', Name: 'Goes', Details }, planner)
    const { StructureId } = body
    expect(await app.call(contract.deleteStructure, { StructureId }, planner)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect((await app.call(contract.getPointStructure, { StructureId }, planner)).status).toBe(404)
    expect((await app.call(contract.restoreStructure, { StructureId }, planner)).body).toMatchObject({
      Status: 'Active',
      Details: [{ Status: 'Active' }],
    })
    await app.call(contract.deleteStructure, { StructureId }, planner)
    app.clock.advance(31)
    expect(await app.call(contract.restoreStructure, { StructureId }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.undo_over' },
    })
    app.clock.advance(-31)
  })
})

describe('periods of a point rate', () => {
  const rateWith = async (...starts: [string, string | null][]) => {
    const Brand = `B${hash(JSON.stringify(starts))}${(await app.sql('select from point_rate')).length}`
    const Details = starts.map(([EffectiveFrom, EffectiveTo]) => ({
      Amount: '10',
      PointRate: '1',
      EffectiveFrom,
      EffectiveTo,
    }))
    await companyBrands(app.db, [Brand])
    const { body } = await app.call(contract.addPointRate, { Brand, Details }, planner)
    return { rate: body, ids: body.Details.map(({ RateDetailId }) => RateDetailId) }
  }

  test('rate period: a running period can be ended at once, even on its first day, but only once and not before its start', async () => {
    const { ids } = await rateWith(['2026-01-01', '2026-11-20'], ['2026-11-21', '2026-11-25'], ['2026-12-01', null])
    const running = await rateWith(['2026-01-01', null])
    const expire = (RateDetailId: number) => app.call(contract.expirePointRateDetail, { RateDetailId }, planner)
    expect((await expire(running.ids[0]!)).body).toMatchObject({ EffectiveTo: '2026-11-21', Status: 'Expired' })
    const again = { status: 409, refusal: { code: 'points.expired_is_left_alone' } }
    expect(await expire(running.ids[0]!)).toMatchObject(again)
    expect((await expire(ids[1]!)).body).toMatchObject({ EffectiveTo: '2026-11-21', Status: 'Expired' })
    expect(await expire(ids[1]!)).toMatchObject(again)
    const detail = { RateId: running.rate.RateId, Amount: '10', PointRate: '2', EffectiveFrom: '2026-11-21' }
    const next = await app.call(contract.addPointRateDetail, detail, planner)
    expect(next).toMatchObject({ status: 201, body: { Status: 'Active' } })
    expect((await app.call(contract.getPointRate, { RateId: detail.RateId }, planner)).body).toMatchObject({
      PointRate: '2.00',
      Details: [{ Status: 'Expired' }, { Status: 'Active' }],
    })
    expect(await expire(ids[0]!)).toMatchObject({ status: 409, refusal: { code: 'points.expired_is_left_alone' } })
    expect(await expire(ids[2]!)).toMatchObject({ status: 409, refusal: { code: 'points.not_started' } })
  })

  test('rate period: amount and rate of a running period cannot change, so that earned points can be explained', async () => {
    const { ids } = await rateWith(['2026-01-01', '2026-12-31'], ['2027-01-01', null])
    const change = (RateDetailId: number, input: object) =>
      app.call(contract.updatePointRateDetail, { RateDetailId, ...input }, planner)
    expect(await change(ids[0]!, { PointRate: '2' })).toMatchObject({
      status: 409,
      refusal: { message: 'This period began on 2026-01-01; only its end date can be changed' },
    })
    expect((await change(ids[0]!, { PointRate: '1.001', EffectiveTo: '2026-11-30' })).body).toMatchObject({
      EffectiveTo: '2026-11-30',
    })
    expect((await change(ids[1]!, { Amount: 5.005, PointRate: '2' })).body).toMatchObject({
      Amount: '5.01',
      PointRate: '2.00',
    })
    expect(await change(ids[1]!, { Amount: '0' })).toMatchObject({ status: 400 })
    expect((await app.call(contract.getPointRateDetail, { RateDetailId: ids[1]! }, planner)).body.Amount).toBe('5.01')
  })

  test('rate period: a future period can be deleted and restored, and an ended period cannot be deleted', async () => {
    const { rate, ids } = await rateWith(['2025-01-01', '2025-12-31'], ['2026-01-01', null])
    const remove = (RateDetailId: number) => app.call(contract.deletePointRateDetail, { RateDetailId }, planner)
    expect(await remove(ids[0]!)).toMatchObject({ status: 409 })
    expect((await remove(ids[1]!)).body.Status).toBe('Deleted')
    const listed = () => app.call(contract.listPointRateDetails, { Search: { RateId: rate.RateId } }, planner)
    expect((await listed()).body.count).toBe(1)
    await app.call(contract.restorePointRateDetail, { RateDetailId: ids[1]! }, planner)
    expect((await listed()).body.rows.map(({ Status }) => Status)).toEqual(['Active', 'Expired'])
    await remove(ids[1]!)
    await app.call(
      contract.addPointRateDetail,
      { RateId: rate.RateId, Amount: '1', PointRate: '1', EffectiveFrom: '2026-06-01' },
      planner,
    )
    expect(await app.call(contract.restorePointRateDetail, { RateDetailId: ids[1]! }, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.periods_overlap' },
    })
  })
})

describe('scope of a point rate', () => {
  test.each([
    ['a brand', { Brand: 'Nonesuch' }, 'points.brand_not_found'],
    ['a product group', { Brand: 'All', ObjectType: 'ProductGroup', ObjectValue: 'NONE' }, 'points.object_not_found'],
    ['a product type', { Brand: 'All', ObjectType: 'ProductType', ObjectValue: 'None' }, 'points.object_not_found'],
    ['a category', { Brand: 'All', ObjectType: 'CardCategory', ObjectValue: 'NONE' }, 'points.object_not_found'],
  ])('scope of a rate: %s that does not exist is refused', async (_, input, code) => {
    expect(await app.call(contract.addPointRate, input as never, planner)).toMatchObject({
      status: 409,
      refusal: { code },
    })
    const { body } = await app.call(
      contract.addPointRate,
      { Brand: 'Aurelia', ObjectType: 'ProductGroup', ObjectValue: 'RING' },
      planner,
    )
    const change = { RateId: body.RateId, Version: 1, ...input } as never
    expect(await app.call(contract.updatePointRate, change, planner)).toMatchObject({ status: 409, refusal: { code } })
    await app.call(contract.deleteRate, { RateId: body.RateId }, planner)
  })

  test('scope of a structure: a card group or card category that does not exist is refused', async () => {
    const input = { Code: 'NOCAT', Name: 'None', CardCategoryCode: 'NONE' } as never
    expect(await app.call(contract.addPointStructure, input, planner)).toMatchObject({
      status: 409,
      refusal: { code: 'points.object_not_found' },
    })
  })

  test('rate for all brands: the preview lists the brands that will get a rate and those that already have one', async () => {
    const requested = { Brand: 'All', ObjectType: 'ProductGroup', ObjectValue: 'RING' } as const
    await app.call(
      contract.addPointRate,
      { Brand: 'Celeste', ObjectType: 'ProductGroup', ObjectValue: 'ring' },
      planner,
    )
    expect((await app.call(contract.previewPointRate, requested, planner)).body).toEqual({
      Created: ['All', 'Aurelia'],
      Kept: ['Celeste'],
    })
    const addedRate = await app.call(contract.addPointRate, requested, planner)
    expect(addedRate.body.Created.map(({ Brand }) => Brand)).toEqual(['All', 'Aurelia'])
    expect((await app.call(contract.previewPointRate, requested, planner)).body.Created).toEqual([])
  })

  test('scope of a rate: can be changed until a sale earns by the rate, and is required except in a rate for all goods', async () => {
    const { body } = await app.call(contract.addPointRate, { Brand: 'Early' }, planner)
    const change = (Version: number, input: object) =>
      app.call(contract.updatePointRate, { RateId: body.RateId, Version, ...input }, planner)
    expect(await change(1, { ObjectType: 'ProductType' })).toMatchObject({
      status: 400,
      refusal: { message: 'Choose the ProductType the rate applies to' },
    })
    expect((await change(1, { Brand: 'Earlier' })).body.Brand).toBe('Earlier')
    await app.call(
      contract.addPointRateDetail,
      { RateId: body.RateId, Amount: '10', PointRate: '1', EffectiveFrom: '2026-11-21' },
      planner,
    )
    expect(await change(3, { Brand: 'Later' })).toMatchObject({ status: 409, refusal: { code: 'points.rate_started' } })
    expect((await change(3, { Status: 'Inactive' })).body.Status).toBe('Inactive')
  })

  test('rate for all brands: a brand that is added later earns by this rate until it has a rate of its own', async () => {
    await app.sql(`insert into list_item (list_name, value, sequence_no) values ('Brand', 'Newcomer', 9)`)
    const { MembershipNo } = await member(app.db)
    const sell = async (InvoiceNo: string) => {
      const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [{ ...line('1001'), Brand: 'Newcomer' }] }
      return (await app.call(addTransaction, sale as never, outletStaff)).body.EarnedPoints
    }
    expect(await sell('NEW1')).toBe(202)
    const Details = [{ Amount: '1', PointRate: '1', EffectiveFrom: '2026-01-01' }]
    const { body } = await app.call(contract.addPointRate, { Brand: 'Newcomer', Details }, planner)
    expect(await sell('NEW2')).toBe(2002)
    const { RateId } = body
    await app.call(contract.deleteRate, { RateId }, planner)
    expect(await sell('NEW3')).toBe(202)
    expect((await app.call(contract.restoreRate, { RateId }, planner)).body.Status).toBe('Active')
    expect(await sell('NEW4')).toBe(2002)
  })

  test('point rate: a later change does not affect points already earned or their explanation', async () => {
    const { MembershipNo } = await member(app.db)
    const sale = { TransactionType: 'N', InvoiceNo: 'FIXED', MembershipNo, Details: [line('1001')] } as never
    await app.call(addTransaction, sale, outletStaff)
    const [rate] = (
      await app.call(contract.listPointRates, { Search: { Brand: 'Aurelia', ObjectType: 'All' } }, planner)
    ).body.rows
    const [detail] = rate!.Details
    await app.call(contract.expirePointRateDetail, { RateDetailId: detail!.RateDetailId }, planner)
    await app.call(
      contract.addPointRateDetail,
      { RateId: rate!.RateId, Amount: '1', PointRate: '5', EffectiveFrom: '2026-11-21' },
      planner,
    )
    const explained = await app.call(contract.explainPoints, { MembershipNo }, outletStaff)
    expect(explained.body.rows).toMatchObject([
      { PointAmount: 202, Lines: [{ RateAmount: '10.01', PointRate: '1.01', PointsEarned: 202 }] },
    ])
  })
})

const hash = (text: string) => [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 99_991, 7)
