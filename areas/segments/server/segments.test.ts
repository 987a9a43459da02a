import { beforeAll, describe, expect, test } from 'vitest'
import { listCampaignTargets } from '#areas/campaigns/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, staffWith, useApp } from '#tests/harness.ts'
import type { Condition, ConditionGroup, ConditionGroupPart } from '../contract.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const keeper = staffWith({
  roles: ['Campaign', 'Customer Transaction'],
  privileges: ['View Sales Information'],
  outlet: 'HQ',
})
const withoutSales = staffWith({ roles: ['Campaign'], outlet: 'HQ' })
const outletStaff = staffWith({ roles: ['Campaign'], privileges: ['View Sales Information'] })

const all = (...Conditions: ConditionGroupPart[]): ConditionGroup => ({ Match: 'All', Conditions })
const any = (...Conditions: ConditionGroupPart[]): ConditionGroup => ({ Match: 'Any', Conditions })
const none = (...Conditions: ConditionGroupPart[]): ConditionGroup => ({ Match: 'None', Conditions })
const where = (Field: string, Test: Condition['Test'], ...Values: string[]): Condition => ({ Field, Test, Values })

const preview = (Conditions: ConditionGroup, caller: Caller = keeper) =>
  app.call(contract.previewSegment, { Conditions } as never, caller)
/** Returns the names of the customers who match all parts. */
async function matchingNames(...parts: ConditionGroupPart[]) {
  const { status, body } = await preview(all(...parts))
  expect(status).toBe(200)
  expect(body.Sample).toHaveLength(Math.min(body.Count, contract.PREVIEW_SAMPLE_CUSTOMERS))
  return body.Sample.map(({ FullName }) => FullName).sort()
}
const add = (Name: string, Conditions: ConditionGroup, caller: Caller = keeper) =>
  app.call(contract.addSegment, { Name, Conditions } as never, caller)

const people: Record<string, { CustomerId: number; MembershipNo: string }> = {}

beforeAll(async () => {
  const customers = {
    AISHA: { birthDate: '1990-12-02', outlet: 'KLCC' },
    BEN: { birthDate: '1961-03-15', outlet: 'PAV' },
    CHEN: { birthDate: null, outlet: 'KLCC', memberType: 'Non-Premium Member' as const },
    DEVI: { birthDate: '1984-01-05', outlet: 'KLCC', customerStatus: 'Archived' },
  }
  for (const [name, options] of Object.entries(customers)) {
    const customer = await member(app.db, options as never)
    people[name] = customer
    await app.sql(
      `update customer set full_name = '${name}', gender = ${name === 'BEN' ? `'Male'` : name === 'CHEN' ? 'null' : `'Female'`} where customer_id = ${customer.CustomerId}`,
    )
  }
  await app.sql(`insert into customer_address (customer_id, address_type, line1, city, state, is_primary_yn)
    values (${people.AISHA!.CustomerId}, 'Home', '1 Jalan', 'Petaling Jaya', 'Selangor', 'Y'), (${people.BEN!.CustomerId}, 'Home', '2 Jalan', 'Johor Bahru', 'Johor', 'Y')`)
  await app.sql(`insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values
    (${people.AISHA!.CustomerId}, 'Email', 'Y', '1', 'Counter', '2026-01-01'),
    (${people.BEN!.CustomerId}, 'Email', 'Y', '1', 'Counter', '2026-01-01'), (${people.BEN!.CustomerId}, 'Email', 'N', '1', 'Counter', '2026-02-01')`)
  await app.sql(`insert into customer_tag (customer_id, name) values (${people.BEN!.CustomerId}, 'Vip')`)
  const sell = async (name: string, InvoiceNo: string, PerformedAt: string, amount: string) =>
    expect(
      (
        await app.call(
          addTransaction,
          {
            InvoiceNo,
            TransactionType: 'N',
            MembershipNo: people[name]!.MembershipNo,
            OutletCode: 'KLCC',
            PerformedAt,
            Details: [line(amount)],
          } as never,
          keeper,
        )
      ).status,
    ).toBe(201)
  await sell('AISHA', 'SEG1', '2026-11-01T12:00:00', '6000.00')
  await sell('BEN', 'SEG2', '2026-02-01T12:00:00', '900.00')
  await sell('BEN', 'SEG3', '2025-06-01T12:00:00', '8000.00')
})

describe('customers who match the conditions of a segment', () => {
  test('segment condition: selects by gender, outlet, age and birthday, even across the end of the year', async () => {
    expect(await matchingNames(where('customers.Gender', 'Any of', 'Female'))).toEqual(['AISHA'])
    expect(await matchingNames(where('customers.Gender', 'None of', 'Female'))).toEqual(['BEN', 'CHEN'])
    expect(await matchingNames(where('customers.Gender', 'Unknown'))).toEqual(['CHEN'])
    expect(await matchingNames(where('customers.RegisteredOutletCode', 'Any of', 'KLCC'))).toEqual(['AISHA', 'CHEN'])
    expect(await matchingNames(where('customers.Age', 'At least', '60'))).toEqual(['BEN'])
    expect(await matchingNames(where('customers.Age', 'Between', '30', '40'))).toEqual(['AISHA'])
    // Aisha is still 35 on the day before her birthday.
    expect(await matchingNames(where('customers.Age', 'Between', '35', '35'))).toEqual(['AISHA'])
    expect(await matchingNames(where('customers.Age', 'At least', '36'))).toEqual(['BEN'])
    expect(await matchingNames(where('customers.Age', 'At most', '34'))).toEqual([])
    expect(await matchingNames(where('customers.Age', 'At least', '999999999999'))).toEqual([])
    expect(await matchingNames(where('customers.DateOfBirth', 'In the next', '14'))).toEqual(['AISHA'])
    expect(await matchingNames({ ...where('customers.DateOfBirth', 'In the next', '4'), Unit: 'months' })).toEqual([
      'AISHA',
      'BEN',
    ])
    expect(await matchingNames(where('customers.DateOfBirth', 'In the months', '3', '4'))).toEqual(['BEN'])
  })

  test('segment condition: selects by address, consent and tags', async () => {
    expect(await matchingNames(where('customers.State', 'Any of', 'Selangor', 'Johor'))).toEqual(['AISHA', 'BEN'])
    expect(await matchingNames(where('customers.State', 'None of', 'Selangor'))).toEqual(['BEN', 'CHEN'])
    expect(await matchingNames(where('customers.City', 'Any of', 'PETALING jaya'))).toEqual(['AISHA'])
    expect(await matchingNames(where('customers.City', 'Contains', 'bahru'))).toEqual(['BEN'])
    expect(await matchingNames(where('customers.Consent', 'Any of', 'Email'))).toEqual(['AISHA'])
    expect(await matchingNames(where('customers.Consent', 'None of', 'Email'))).toEqual(['BEN', 'CHEN'])
    expect(await matchingNames(where('customers.Tag', 'Any of', 'VIP'))).toEqual(['BEN'])
  })

  test('segment condition: selects by spend, number of purchases and last purchase, in total or in a period', async () => {
    expect(await matchingNames(where('sales.Spend', 'At least', '5000.00'))).toEqual(['AISHA', 'BEN'])
    const ofYear = { Period: { Last: 12, Unit: 'months' as const } }
    expect(await matchingNames({ ...where('sales.Spend', 'At least', '5000.00'), ...ofYear })).toEqual(['AISHA'])
    expect(await matchingNames({ ...where('sales.Spend', 'At most', '1000.00'), ...ofYear })).toEqual(['BEN', 'CHEN'])
    expect(await matchingNames(where('sales.Purchases', 'Between', '1', '2'))).toEqual(['AISHA', 'BEN'])
    expect(await matchingNames(where('sales.Purchases', 'At most', '0'))).toEqual(['CHEN'])
    expect(await matchingNames(where('sales.LastPurchase', 'In the last', '90'))).toEqual(['AISHA'])
    expect(await matchingNames(where('sales.LastPurchase', 'Longer ago', '90'))).toEqual(['BEN'])
    expect(await matchingNames(where('sales.LastPurchase', 'Unknown'))).toEqual(['CHEN'])
    expect(await matchingNames(where('sales.AverageSale', 'Between', '4000', '5000'))).toEqual(['BEN'])
    expect(await matchingNames(where('sales.PurchaseOutlet', 'Any of', 'KLCC'))).toEqual(['AISHA', 'BEN'])
  })

  test('segment condition: selects by points, card category and messages', async () => {
    expect(await matchingNames(where('points.PointBalance', 'At least', '600'))).toEqual(['AISHA', 'BEN'])
    expect(await matchingNames(where('points.PointsEarned', 'At most', '0'))).toEqual(['CHEN'])
    expect(await matchingNames(where('memberships.CardCategoryCode', 'Any of', 'SILVER'))).toEqual(['AISHA', 'BEN'])
    expect(await matchingNames(where('messages.MessagesSent', 'At most', '0'))).toEqual(['AISHA', 'BEN', 'CHEN'])
  })

  test('segment condition groups: all, any and none can be nested, and an unknown value does not match', async () => {
    const female = where('customers.Gender', 'Any of', 'Female')
    const spender = where('sales.Spend', 'At least', '5000.00')
    expect(await matchingNames(any(female, where('customers.Tag', 'Any of', 'VIP')))).toEqual(['AISHA', 'BEN'])
    expect(await matchingNames(none(female))).toEqual(['BEN', 'CHEN'])
    expect(await matchingNames(none(female, spender))).toEqual(['CHEN'])
    expect(await matchingNames(spender, none(any(female, where('customers.Age', 'At least', '70'))))).toEqual(['BEN'])
  })

  test('segment condition: every field works with each of its comparisons', async () => {
    const { body } = await app.call(contract.listSegmentFields, {}, keeper)
    const values: Partial<Record<string, string[]>> = { Between: ['1', '2'], Known: [], Unknown: [], Yes: [], No: [] }
    for (const { Field, Kind, Tests, PeriodYN } of body.rows)
      for (const test of Tests) {
        const Values = Kind === 'date' && test === 'Between' ? ['2026-01-01', '2026-12-31'] : (values[test] ?? ['1'])
        const condition = {
          ...where(Field, test, ...Values),
          ...(PeriodYN === 'Y' && { Period: { Last: 3, Unit: 'months' as const } }),
        }
        const both = await preview(all(condition, none(condition)))
        expect([Field, test, both.status, both.body.Count]).toEqual([Field, test, 200, 0])
        const either = await preview(any(condition, none(condition)))
        expect([Field, test, either.body.Count]).toEqual([Field, test, 3])
      }
  })
})

describe('explanation why a customer matches a segment', () => {
  const explain = (name: string, ...parts: ConditionGroupPart[]) =>
    app.call(
      contract.explainSegment,
      { Conditions: all(...parts), CustomerId: people[name]!.CustomerId } as never,
      keeper,
    )

  test('match explanation: each condition has its result and the customer’s values', async () => {
    const conditions = [
      where('sales.Spend', 'At least', '5000.00'),
      any(where('customers.Gender', 'Any of', 'Female'), where('customers.Tag', 'Any of', 'VIP')),
      where('customers.Consent', 'None of', 'Email'),
      where('customers.DateOfBirth', 'In the months', '3'),
      where('sales.LastPurchase', 'Longer ago', '90'),
    ]
    expect((await explain('BEN', ...conditions)).body).toEqual({
      MeantYN: 'Y',
      Conditions: [
        { HoldsYN: 'Y', Known: ['8900.00'] },
        { HoldsYN: 'N', Known: ['Male'] },
        { HoldsYN: 'Y', Known: ['VIP'] },
        { HoldsYN: 'Y', Known: [] },
        { HoldsYN: 'Y', Known: ['1961-03-15'] },
        { HoldsYN: 'Y', Known: ['2026-02-01'] },
      ],
    })
    const { body } = await explain('CHEN', ...conditions)
    expect(body.MeantYN).toBe('N')
    expect(body.Conditions.map(({ HoldsYN }) => HoldsYN).join('')).toBe('NNNYNN')
  })

  test('match explanation: an archived customer never matches', async () => {
    const { body } = await explain('DEVI', where('customers.Gender', 'Any of', 'Female'))
    expect(body).toEqual({ MeantYN: 'N', Conditions: [{ HoldsYN: 'Y', Known: ['Female'] }] })
  })

  test('customers of a segment: head office staff who may use the conditions can list them, and outlet staff cannot', async () => {
    const { SegmentId } = (await add('Spenders', all(where('sales.Spend', 'At least', '1')))).body
    const { body } = await app.call(contract.listSegmentCustomers, { SegmentId, SortDirection: 'DESC' }, keeper)
    expect(body.rows.map(({ FullName }) => FullName)).toEqual(['BEN', 'AISHA'])
    for (const caller of [withoutSales, outletStaff])
      expect((await app.call(contract.listSegmentCustomers, { SegmentId }, caller)).status).toBe(403)
    await app.call(contract.deleteSegment, { SegmentId }, keeper)
    expect((await app.call(contract.listSegmentCustomers, { SegmentId }, keeper)).status).toBe(404)
  })

  test('match explanation: staff without the privilege and outlet staff get an error', async () => {
    const Conditions = all(where('sales.Spend', 'At least', '1'))
    const input = { Conditions, CustomerId: people.BEN!.CustomerId } as never
    expect((await app.call(contract.explainSegment, input, withoutSales)).status).toBe(403)
    expect((await app.call(contract.explainSegment, input, outletStaff)).status).toBe(403)
  })
})

describe('rejected conditions of a segment', () => {
  test('sales conditions: without the privilege they are not offered, and segments with them cannot be counted or saved', async () => {
    const group = all(where('sales.Spend', 'At least', '5000.00'))
    const refused = { status: 403, refusal: { code: 'segments.needs_privilege' } }
    expect(await preview(group, withoutSales)).toMatchObject(refused)
    expect(await add('Narrowed', group, withoutSales)).toMatchObject(refused)
    const { body } = await app.call(contract.listSegmentFields, {}, withoutSales)
    expect(body.rows.map(({ Field }) => Field)).not.toContain('sales.Spend')
    expect(body.rows.map(({ Field }) => Field)).toContain('sales.LastPurchase')
  })

  test('segment fields: identity numbers, telephone numbers, e-mail addresses and names are not offered', async () => {
    const { body } = await app.call(contract.listSegmentFields, {}, keeper)
    const names = body.rows.map(({ Name }) => Name)
    for (const name of ['IdNo', 'ContactNo', 'Email', 'FullName']) expect(names).not.toContain(name)
    expect(await preview(all(where('customers.IdNo', 'Any of', '900101145678')))).toMatchObject({
      status: 409,
      refusal: { code: 'segments.unknown_field' },
    })
  })

  test('segments: outlet staff have no access, whatever their roles', async () => {
    const group = all(where('customers.Gender', 'Any of', 'Female'))
    expect((await preview(group, outletStaff)).status).toBe(403)
    expect((await app.call(contract.listSegments, {}, outletStaff)).status).toBe(403)
    expect((await app.call(contract.listSegmentFields, {}, outletStaff)).status).toBe(403)
  })

  test.each([
    ['a test that the field does not have', where('customers.Gender', 'At least', '3'), 'wrong_test'],
    ['a value of another kind', where('sales.Spend', 'At least', `0) or true --`), 'wrong_value'],
    ['a day that does not exist', where('sales.LastPurchase', 'Between', '2026-02-30', '2026-03-01'), 'wrong_value'],
    ['a month that does not exist', where('customers.DateOfBirth', 'In the months', '13'), 'wrong_value'],
    ['a birthday in more than a year', where('customers.DateOfBirth', 'In the next', '366'), 'wrong_value'],
    ['one value where two are needed', where('customers.Age', 'Between', '3'), 'wrong_value'],
    [
      'a period for a field without periods',
      { ...where('customers.Age', 'At least', '3'), Period: { Last: 3, Unit: 'days' as const } },
      'no_period',
    ],
  ])('segment condition: rejects %s', async (_, condition, code) => {
    expect(await preview(all(condition))).toMatchObject({ status: 409, refusal: { code: `segments.${code}` } })
  })

  test('segment condition: a value that looks like SQL matches no customer', async () => {
    expect(await matchingNames(where('customers.City', 'Any of', `x' or 'a'='a`))).toEqual([])
    expect(await matchingNames(where('customers.City', 'Contains', '%'))).toEqual([])
  })
})

describe('segment', () => {
  const group = all(where('customers.Gender', 'Any of', 'Female'))

  test('segment: a segment can be created, changed, deleted and restored', async () => {
    const added = await add('Ladies', group)
    expect(added).toMatchObject({
      status: 201,
      body: { Name: 'Ladies', Conditions: group, Status: 'Active', Version: 1 },
    })
    const { SegmentId } = added.body
    const customers = await app.call(contract.listSegmentCustomers, { SegmentId }, keeper)
    expect(customers.body).toMatchObject({ count: 1, rows: [{ FullName: 'AISHA', RegisteredOutletCode: 'KLCC' }] })
    expect(await add('ladies', group)).toMatchObject({ status: 409, refusal: { code: 'segments.name_taken' } })
    const changed = await app.call(
      contract.updateSegment,
      { SegmentId, Version: 1, Description: 'All of them' },
      keeper,
    )
    expect(changed.body).toMatchObject({ Description: 'All of them', Version: 2, Conditions: group })
    expect((await app.call(contract.updateSegment, { SegmentId, Version: 1, Name: 'Other' }, keeper)).status).toBe(409)
    expect((await app.call(contract.deleteSegment, { SegmentId }, keeper)).body.Status).toBe('Deleted')
    expect((await app.call(contract.listSegments, {}, keeper)).body.count).toBe(0)
    expect((await app.call(contract.getSegment, { SegmentId }, keeper)).status).toBe(404)
    expect((await app.call(contract.restoreSegment, { SegmentId }, keeper)).body.Status).toBe('Active')
  })
})

describe('segments on target lists', () => {
  const segment = async (Name: string, ...parts: ConditionGroupPart[]) =>
    (await app.call(contract.addSegment, { Name, Conditions: all(...parts) } as never, keeper)).body.SegmentId
  const addToCampaign = (SegmentId: number, CampaignCode: string, caller = keeper) =>
    app.call(contract.addSegmentToCampaign, { SegmentId, CampaignCode }, caller)

  test('segment on a target list: adds each matching customer once, with the segment as source', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId, FullName } = await member(app.db, { outlet: 'PAV', birthDate: '1951-02-03' })
    const SegmentId = await segment('Aged 75', where('customers.Age', 'Between', '75', '75'))
    expect((await addToCampaign(SegmentId, CampaignCode)).body).toEqual({
      Added: 1,
      Already: 0,
      Excluded: 0,
      Unknown: [],
    })
    expect((await addToCampaign(SegmentId, CampaignCode)).body).toMatchObject({ Added: 0, Already: 1 })
    const { body } = await app.call(listCampaignTargets, { Search: { CampaignCode } }, keeper)
    expect(body.rows).toMatchObject([{ CustomerId, FullName, Source: 'Segment', SourceName: 'Aged 75' }])
  })
  test('segment as exclusion: its customers are also removed from the target list', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId } = await member(app.db, { outlet: 'PAV', birthDate: '1950-02-03' })
    const SegmentId = await segment('Aged 76', where('customers.Age', 'Between', '76', '76'))
    await addToCampaign(SegmentId, CampaignCode)
    const exclusion = await app.call(
      contract.addSegmentToCampaign,
      { SegmentId, CampaignCode, ListAs: 'Excluded' },
      keeper,
    )
    expect(exclusion.body).toMatchObject({ Added: 1, Already: 0 })
    const { body } = await app.call(listCampaignTargets, { Search: { CampaignCode } }, keeper)
    expect(body.rows).toMatchObject([{ CustomerId, Status: 'Excluded' }])
  })
  test('segment on a target list: a segment with sales conditions requires the privilege to view sales', async () => {
    const { CampaignCode } = await campaign(app)
    const SegmentId = await segment('Spenders', where('sales.Spend', 'At least', '1'))
    expect((await addToCampaign(SegmentId, CampaignCode, withoutSales)).status).toBe(403)
  })
  test('segment on a target list: outlet staff are refused', async () => {
    const { CampaignCode } = await campaign(app)
    const SegmentId = await segment('Everybody', where('customers.Status', 'Any of', 'Active'))
    expect((await addToCampaign(SegmentId, CampaignCode, outletStaff)).status).toBe(403)
  })
})
