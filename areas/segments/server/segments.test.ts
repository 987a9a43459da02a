import { beforeAll, describe, expect, test } from 'vitest'
import { listTargets } from '#areas/campaigns/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, staffWith, useApp } from '#tests/harness.ts'
import type { Condition, Group, Part } from '../contract.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z', prepare: ({ db }) => earningRules(db) })
const keeper = staffWith({
  roles: ['Campaign', 'Customer Transaction'],
  privileges: ['View Sales Information'],
  outlet: 'HQ',
})
const withoutSales = staffWith({ roles: ['Campaign'], outlet: 'HQ' })
const ofOutlet = staffWith({ roles: ['Campaign'], privileges: ['View Sales Information'] })

const all = (...Conditions: Part[]): Group => ({ Match: 'All', Conditions })
const any = (...Conditions: Part[]): Group => ({ Match: 'Any', Conditions })
const none = (...Conditions: Part[]): Group => ({ Match: 'None', Conditions })
const where = (Field: string, Test: Condition['Test'], ...Values: string[]): Condition => ({ Field, Test, Values })

const preview = (Conditions: Group, caller: Caller = keeper) =>
  app.call(contract.previewSegment, { Conditions } as never, caller)
/** Who is meant, by their given names. */
async function meant(...parts: Part[]) {
  const { status, body } = await preview(all(...parts))
  expect(status).toBe(200)
  expect(body.Sample).toHaveLength(Math.min(body.Count, contract.SAMPLE))
  return body.Sample.map(({ FullName }) => FullName).sort()
}
const add = (Name: string, Conditions: Group, caller: Caller = keeper) =>
  app.call(contract.addSegment, { Name, Conditions } as never, caller)

const people: Record<string, { CustomerId: number; MembershipNo: string }> = {}

beforeAll(async () => {
  const made = {
    AISHA: { birthDate: '1990-12-02', outlet: 'KLCC' },
    BEN: { birthDate: '1961-03-15', outlet: 'PAV' },
    CHEN: { birthDate: null, outlet: 'KLCC', memberType: 'Non-Premium Member' as const },
    DEVI: { birthDate: '1984-01-05', outlet: 'KLCC', customerStatus: 'Archived' },
  }
  for (const [name, options] of Object.entries(made)) {
    const one = await member(app.db, options as never)
    people[name] = one
    await app.sql(
      `update customer set full_name = '${name}', gender = ${name === 'BEN' ? `'Male'` : name === 'CHEN' ? 'null' : `'Female'`} where customer_id = ${one.CustomerId}`,
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

describe('whom conditions mean', () => {
  test('what the customer is: gender, outlet, age, birthday within days over the end of the year', async () => {
    expect(await meant(where('customers.Gender', 'Any of', 'Female'))).toEqual(['AISHA'])
    expect(await meant(where('customers.Gender', 'None of', 'Female'))).toEqual(['BEN', 'CHEN'])
    expect(await meant(where('customers.Gender', 'Unknown'))).toEqual(['CHEN'])
    expect(await meant(where('customers.RegisteredOutletCode', 'Any of', 'KLCC'))).toEqual(['AISHA', 'CHEN'])
    expect(await meant(where('customers.Age', 'At least', '60'))).toEqual(['BEN'])
    expect(await meant(where('customers.Age', 'Between', '30', '40'))).toEqual(['AISHA'])
    // The day before her birthday she is 35.
    expect(await meant(where('customers.Age', 'Between', '35', '35'))).toEqual(['AISHA'])
    expect(await meant(where('customers.Age', 'At least', '36'))).toEqual(['BEN'])
    expect(await meant(where('customers.Age', 'At most', '34'))).toEqual([])
    expect(await meant(where('customers.Age', 'At least', '999999999999'))).toEqual([])
    expect(await meant(where('customers.DateOfBirth', 'In the next', '14'))).toEqual(['AISHA'])
    expect(await meant({ ...where('customers.DateOfBirth', 'In the next', '4'), Unit: 'months' })).toEqual([
      'AISHA',
      'BEN',
    ])
    expect(await meant(where('customers.DateOfBirth', 'In the months', '3', '4'))).toEqual(['BEN'])
  })

  test('where the customer lives, what they agreed to and how they are tagged', async () => {
    expect(await meant(where('customers.State', 'Any of', 'Selangor', 'Johor'))).toEqual(['AISHA', 'BEN'])
    expect(await meant(where('customers.State', 'None of', 'Selangor'))).toEqual(['BEN', 'CHEN'])
    expect(await meant(where('customers.City', 'Any of', 'PETALING jaya'))).toEqual(['AISHA'])
    expect(await meant(where('customers.City', 'Contains', 'bahru'))).toEqual(['BEN'])
    expect(await meant(where('customers.Consent', 'Any of', 'Email'))).toEqual(['AISHA'])
    expect(await meant(where('customers.Consent', 'None of', 'Email'))).toEqual(['BEN', 'CHEN'])
    expect(await meant(where('customers.Tag', 'Any of', 'VIP'))).toEqual(['BEN'])
  })

  test('what they bought: spend, purchases and the last purchase, ever or in a time', async () => {
    expect(await meant(where('sales.Spend', 'At least', '5000.00'))).toEqual(['AISHA', 'BEN'])
    const ofYear = { Period: { Last: 12, Unit: 'months' as const } }
    expect(await meant({ ...where('sales.Spend', 'At least', '5000.00'), ...ofYear })).toEqual(['AISHA'])
    expect(await meant({ ...where('sales.Spend', 'At most', '1000.00'), ...ofYear })).toEqual(['BEN', 'CHEN'])
    expect(await meant(where('sales.Purchases', 'Between', '1', '2'))).toEqual(['AISHA', 'BEN'])
    expect(await meant(where('sales.Purchases', 'At most', '0'))).toEqual(['CHEN'])
    expect(await meant(where('sales.LastPurchase', 'In the last', '90'))).toEqual(['AISHA'])
    expect(await meant(where('sales.LastPurchase', 'Longer ago', '90'))).toEqual(['BEN'])
    expect(await meant(where('sales.LastPurchase', 'Unknown'))).toEqual(['CHEN'])
    expect(await meant(where('sales.AverageSale', 'Between', '4000', '5000'))).toEqual(['BEN'])
    expect(await meant(where('sales.PurchaseOutlet', 'Any of', 'KLCC'))).toEqual(['AISHA', 'BEN'])
  })

  test('what they hold: points, card and messages', async () => {
    expect(await meant(where('points.PointBalance', 'At least', '600'))).toEqual(['AISHA', 'BEN'])
    expect(await meant(where('points.PointsEarned', 'At most', '0'))).toEqual(['CHEN'])
    expect(await meant(where('memberships.CardCategoryCode', 'Any of', 'SILVER'))).toEqual(['AISHA', 'BEN'])
    expect(await meant(where('messages.MessagesSent', 'At most', '0'))).toEqual(['AISHA', 'BEN', 'CHEN'])
  })

  test('groups in groups: all, any and none of them, and what is not known does not hold', async () => {
    const female = where('customers.Gender', 'Any of', 'Female')
    const spent = where('sales.Spend', 'At least', '5000.00')
    expect(await meant(any(female, where('customers.Tag', 'Any of', 'VIP')))).toEqual(['AISHA', 'BEN'])
    expect(await meant(none(female))).toEqual(['BEN', 'CHEN'])
    expect(await meant(none(female, spent))).toEqual(['CHEN'])
    expect(await meant(spent, none(any(female, where('customers.Age', 'At least', '70'))))).toEqual(['BEN'])
  })

  test('every field can be asked by each of its tests', async () => {
    const { body } = await app.call(contract.listSegmentFields, {}, keeper)
    const values: Partial<Record<string, string[]>> = { Between: ['1', '2'], Known: [], Unknown: [], Yes: [], No: [] }
    for (const { Field, Kind, Tests, PeriodYN } of body.rows)
      for (const one of Tests) {
        const Values = Kind === 'date' && one === 'Between' ? ['2026-01-01', '2026-12-31'] : (values[one] ?? ['1'])
        const condition = {
          ...where(Field, one, ...Values),
          ...(PeriodYN === 'Y' && { Period: { Last: 3, Unit: 'months' as const } }),
        }
        const both = await preview(all(condition, none(condition)))
        expect([Field, one, both.status, both.body.Count]).toEqual([Field, one, 200, 0])
        const either = await preview(any(condition, none(condition)))
        expect([Field, one, either.body.Count]).toEqual([Field, one, 3])
      }
  })
})

describe('why somebody is meant', () => {
  const explain = (name: string, ...parts: Part[]) =>
    app.call(
      contract.explainSegment,
      { Conditions: all(...parts), CustomerId: people[name]!.CustomerId } as never,
      keeper,
    )

  test('each condition says whether it holds and what is known of the customer', async () => {
    const asked = [
      where('sales.Spend', 'At least', '5000.00'),
      any(where('customers.Gender', 'Any of', 'Female'), where('customers.Tag', 'Any of', 'VIP')),
      where('customers.Consent', 'None of', 'Email'),
      where('customers.DateOfBirth', 'In the months', '3'),
      where('sales.LastPurchase', 'Longer ago', '90'),
    ]
    expect((await explain('BEN', ...asked)).body).toEqual({
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
    const { body } = await explain('CHEN', ...asked)
    expect(body.MeantYN).toBe('N')
    expect(body.Conditions.map(({ HoldsYN }) => HoldsYN).join('')).toBe('NNNYNN')
  })

  test('an archived customer is meant by nothing', async () => {
    const { body } = await explain('DEVI', where('customers.Gender', 'Any of', 'Female'))
    expect(body).toEqual({ MeantYN: 'N', Conditions: [{ HoldsYN: 'Y', Known: ['Female'] }] })
  })

  test('everybody in a segment is listed to whom its conditions may be asked, and to no outlet', async () => {
    const { SegmentId } = (await add('Spenders', all(where('sales.Spend', 'At least', '1')))).body
    const { body } = await app.call(contract.listSegmentCustomers, { SegmentId, SortDirection: 'DESC' }, keeper)
    expect(body.rows.map(({ FullName }) => FullName)).toEqual(['BEN', 'AISHA'])
    for (const caller of [withoutSales, ofOutlet])
      expect((await app.call(contract.listSegmentCustomers, { SegmentId }, caller)).status).toBe(403)
    await app.call(contract.deleteSegment, { SegmentId }, keeper)
    expect((await app.call(contract.listSegmentCustomers, { SegmentId }, keeper)).status).toBe(404)
  })

  test('neither what somebody may not ask, nor at an outlet', async () => {
    const Conditions = all(where('sales.Spend', 'At least', '1'))
    const input = { Conditions, CustomerId: people.BEN!.CustomerId } as never
    expect((await app.call(contract.explainSegment, input, withoutSales)).status).toBe(403)
    expect((await app.call(contract.explainSegment, input, ofOutlet)).status).toBe(403)
  })
})

describe('what may not be asked', () => {
  test('totals of sales by somebody who may not see them: neither offered, nor counted, nor kept', async () => {
    const group = all(where('sales.Spend', 'At least', '5000.00'))
    const refused = { status: 403, refusal: { code: 'segments.needs_privilege' } }
    expect(await preview(group, withoutSales)).toMatchObject(refused)
    expect(await add('Narrowed', group, withoutSales)).toMatchObject(refused)
    const { body } = await app.call(contract.listSegmentFields, {}, withoutSales)
    expect(body.rows.map(({ Field }) => Field)).not.toContain('sales.Spend')
    expect(body.rows.map(({ Field }) => Field)).toContain('sales.LastPurchase')
  })

  test('identity numbers are no condition, nor are telephone numbers and addresses of e-mail', async () => {
    const { body } = await app.call(contract.listSegmentFields, {}, keeper)
    const named = body.rows.map(({ Name }) => Name)
    for (const one of ['IdNo', 'ContactNo', 'Email', 'FullName']) expect(named).not.toContain(one)
    expect(await preview(all(where('customers.IdNo', 'Any of', '900101145678')))).toMatchObject({
      status: 409,
      refusal: { code: 'segments.unknown_field' },
    })
  })

  test('staff of an outlet, whatever their roles', async () => {
    const group = all(where('customers.Gender', 'Any of', 'Female'))
    expect((await preview(group, ofOutlet)).status).toBe(403)
    expect((await app.call(contract.listSegments, {}, ofOutlet)).status).toBe(403)
    expect((await app.call(contract.listSegmentFields, {}, ofOutlet)).status).toBe(403)
  })

  test.each([
    ['a test that the field does not have', where('customers.Gender', 'At least', '3'), 'wrong_test'],
    ['a value of another kind', where('sales.Spend', 'At least', `0) or true --`), 'wrong_value'],
    ['a day that does not exist', where('sales.LastPurchase', 'Between', '2026-02-30', '2026-03-01'), 'wrong_value'],
    ['a month that does not exist', where('customers.DateOfBirth', 'In the months', '13'), 'wrong_value'],
    ['a birthday in more than a year', where('customers.DateOfBirth', 'In the next', '366'), 'wrong_value'],
    ['one value where two are needed', where('customers.Age', 'Between', '3'), 'wrong_value'],
    [
      'a time of what has none',
      { ...where('customers.Age', 'At least', '3'), Period: { Last: 3, Unit: 'days' as const } },
      'no_period',
    ],
  ])('%s', async (_, condition, code) => {
    expect(await preview(all(condition))).toMatchObject({ status: 409, refusal: { code: `segments.${code}` } })
  })

  test('values are values: what looks like SQL finds nobody', async () => {
    expect(await meant(where('customers.City', 'Any of', `x' or 'a'='a`))).toEqual([])
    expect(await meant(where('customers.City', 'Contains', '%'))).toEqual([])
  })
})

describe('a segment', () => {
  const group = all(where('customers.Gender', 'Any of', 'Female'))

  test('is kept, changed, deleted and brought back, with who keeps it', async () => {
    const added = await add('Ladies', group)
    expect(added).toMatchObject({
      status: 201,
      body: { Name: 'Ladies', Conditions: group, Status: 'Active', Version: 1 },
    })
    const { SegmentId } = added.body
    const everybody = await app.call(contract.listSegmentCustomers, { SegmentId }, keeper)
    expect(everybody.body).toMatchObject({ count: 1, rows: [{ FullName: 'AISHA', RegisteredOutletCode: 'KLCC' }] })
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

describe('a segment put on the target list of a campaign', () => {
  const segment = async (Name: string, ...parts: Part[]) =>
    (await app.call(contract.addSegment, { Name, Conditions: all(...parts) } as never, keeper)).body.SegmentId
  const put = (SegmentId: number, CampaignCode: string, caller = keeper) =>
    app.call(contract.addSegmentToCampaign, { SegmentId, CampaignCode }, caller)

  test('brings everybody whom it means, once, under its name', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId, FullName } = await member(app.db, { outlet: 'PAV', birthDate: '1951-02-03' })
    const SegmentId = await segment('Aged 75', where('customers.Age', 'Between', '75', '75'))
    expect((await put(SegmentId, CampaignCode)).body).toEqual({ Added: 1, Already: 0, Excluded: 0, Unknown: [] })
    expect((await put(SegmentId, CampaignCode)).body).toMatchObject({ Added: 0, Already: 1 })
    const { body } = await app.call(listTargets, { Search: { CampaignCode } }, keeper)
    expect(body.rows).toMatchObject([{ CustomerId, FullName, Source: 'Segment', SourceName: 'Aged 75' }])
  })
  test('as the exclusions of a campaign takes them off its list too', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId } = await member(app.db, { outlet: 'PAV', birthDate: '1950-02-03' })
    const SegmentId = await segment('Aged 76', where('customers.Age', 'Between', '76', '76'))
    await put(SegmentId, CampaignCode)
    const kept = await app.call(contract.addSegmentToCampaign, { SegmentId, CampaignCode, ListAs: 'Excluded' }, keeper)
    expect(kept.body).toMatchObject({ Added: 1, Already: 0 })
    const { body } = await app.call(listTargets, { Search: { CampaignCode } }, keeper)
    expect(body.rows).toMatchObject([{ CustomerId, Status: 'Excluded' }])
  })
  test('that asks for sales is for who may see them', async () => {
    const { CampaignCode } = await campaign(app)
    const SegmentId = await segment('Spenders', where('sales.Spend', 'At least', '1'))
    expect((await put(SegmentId, CampaignCode, withoutSales)).status).toBe(403)
  })
  test('is nothing for staff of an outlet', async () => {
    const { CampaignCode } = await campaign(app)
    const SegmentId = await segment('Everybody', where('customers.Status', 'Any of', 'Active'))
    expect((await put(SegmentId, CampaignCode, ofOutlet)).status).toBe(403)
  })
})
