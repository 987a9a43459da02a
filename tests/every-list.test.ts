import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '#app/demo/demo.ts'
import { routes } from '#app/server/areas.ts'
import { customFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { groupedReports } from '#areas/reports/server/reports.ts'
import { addSegment } from '#areas/segments/contract.ts'
import { ROWS_MAX } from '#kit/contract/page.ts'
import { type Shape, schemaOf, withoutNull } from '#kit/contract/schema.ts'
import { registered } from './factories/customers.ts'
import { newCardGroup } from './factories/memberships.ts'
import { generator, visitor } from './factories/self-service.ts'
import { type Caller, type CallOptions, hq, staffWith, type TestApp, useApp } from './harness.ts'

// Written once, grows by itself: every list is asked by somebody who means no good, for more than there is, and for
// its rows page by page. A list is a read that takes Page and Rows.

const app = useApp({ demo: true })

type Page = { count: number; rows: Record<string, unknown>[] }

const lists = routes
  .filter(({ endpoint }) => endpoint.kind === 'read')
  .map(({ endpoint }) => ({ endpoint, schema: schemaOf(endpoint.body, 'input') }))
  .map((list) => ({ ...list, fields: list.schema.properties ?? {} }))
  .filter(({ fields }) => fields.Page && fields.Rows)
const named = lists.map((list) => [list.endpoint.path, list] as const)
const searched = named.filter(([, { fields }]) => fields.Search?.properties)
type List = (typeof lists)[number]

/** What some lists must be told: of whom or of what they are. */
const known: Record<string, unknown> = { ImportId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', ObjectType: 'Customer' }

beforeAll(async () => {
  // More of a kind than a page holds, so that only a tie-break can tell them apart.
  for (let place = 0; place < 24; place++) {
    const person = await registered(app.db, { FullName: 'TIE', CreatedAt: '2024-01-01T00:00:00Z' })
    Object.assign(known, {
      CustomerId: person.CustomerId,
      MembershipNo: person.MembershipNo,
      ObjectId: `${person.CustomerId}`,
    })
    await newCardGroup(app.db, { CreatedAt: '2024-01-01T00:00:00Z' })
  }
  const everybody = { Field: 'customers.Status', Test: 'Any of', Values: ['Active'] } as const
  const segment = { Name: 'All of them', Conditions: { Match: 'All' as const, Conditions: [everybody] } }
  known.TargetListId = (
    await app.sql<{ id: number }>(
      `with campaign as (insert into campaign (campaign_code, campaign_name, campaign_type, start_date, end_date)
         values ('LISTED', 'x', 'Event', '2026-01-01', '2030-12-31') returning campaign_code)
       insert into campaign_target (campaign_code, customer_id, source, bucket, added_at)
       select campaign_code, $1, 'Manual', 0, now() from campaign returning target_list_id as id`,
      known.CustomerId,
    )
  )[0]!.id
  const { userId } = await app.token(hq)
  known.ScheduleId = (
    await app.sql<{ id: number }>(
      `insert into export_schedule (title, path, input, columns, format, language, cron, recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
       values ('x', '/buildings/find-all', '{}', '[]', 'CSV', 'en', '0 8 * * 1', array[$1::bigint], '2030-01-07', $1, 'x', now(), now()) returning schedule_id as id`,
      userId,
    )
  )[0]!.id
  known.SegmentId = (await app.call(addSegment, segment as never, hq)).body.SegmentId
})

const valueFor = (name: string, values: readonly string[] | undefined) =>
  values && !values.includes(String(known[name])) ? values[0] : (known[name] ?? 'X1')
const some = (names: readonly string[], fields: Record<string, Shape> | undefined) =>
  Object.fromEntries(names.map((name) => [name, valueFor(name, fields?.[name]?.enum)]))
const filtersOf = ({ fields }: List) => Object.keys(fields.Search?.properties ?? {})

const members = new Map<TestApp, Promise<CallOptions>>()
/** A member on their own pages, where lists are answered to nobody else. */
function memberOf(at: TestApp): Promise<CallOptions> {
  const open = async () => {
    const [one] = await at.sql<{ id: number; outlet: string }>(
      `select customer_id as id, registered_outlet_code as outlet from membership join customer using (customer_id)
       where membership.status = 'Active' and customer.status = 'Active' limit 1`,
    )
    return visitor(at, { CustomerId: one!.id }, { ...generator, outlet: one!.outlet })
  }
  const member = members.get(at) ?? open()
  members.set(at, member)
  return member
}

type Requested = { Search?: unknown; [name: string]: unknown }

async function ask(list: List, input: Requested, as: Caller = hq, at: TestApp = app) {
  const needed = some(
    (list.schema.required ?? []).filter((name) => name !== 'Search'),
    list.fields,
  )
  const caller = list.endpoint.access === 'customer' ? await memberOf(at) : as
  const { status, body } = await at.call(list.endpoint, { ...needed, ...input } as never, caller)
  return { status, body: body as Page }
}

/** What makes a list answer: nothing for most, the record it belongs to for some; whether there is one is its matter. */
async function plainOf(list: List): Promise<{ Search?: Record<string, unknown> }> {
  for (const Search of [
    undefined,
    some(
      filtersOf(list).filter((name) => name in known),
      list.fields.Search?.properties,
    ),
  ]) {
    const input = Search ? { Search } : {}
    if ([200, 404].includes((await ask(list, input)).status)) return input
  }
  throw new Error(`${list.endpoint.path} answers nobody: name in \`known\` what it wants to be told`)
}

/** An answer or a refusal, never a fault of ours. */
const refused = [400, 404, 409]

test('there are lists', () => {
  expect(lists.length).toBeGreaterThan(20)
})

let gone = 0

describe('the list', () => {
  test.each(named)('%s gives at most so many rows, and refuses a page that cannot be', async (_, list) => {
    const most = await ask(list, { ...(await plainOf(list)), Rows: ROWS_MAX })
    expect([200, ...refused]).toContain(most.status)
    expect(most.body.rows?.length ?? 0).toBeLessThanOrEqual(ROWS_MAX)
    for (const wrong of [
      { Page: -1 },
      { Page: 0 },
      { Page: 1e9 },
      { Page: 1.5 },
      { Page: '1; drop table customer' },
      { Rows: 0 },
      { Rows: -5 },
      { Rows: 1e308 },
      { Rows: null },
      { Rows: Number.MAX_SAFE_INTEGER + 1 },
    ])
      expect({ ...wrong, status: (await ask(list, { ...(await plainOf(list)), ...wrong })).status }).toEqual({
        ...wrong,
        status: 400,
      })
  })

  test.each(named)('%s is asked far behind its end without harm', async (_, list) => {
    const plain = await plainOf(list)
    const { status, body } = await ask(list, plain)
    if (status !== 200) return
    const { count } = body
    expect(await ask(list, { ...plain, Page: 10_000 })).toMatchObject({ status: 200, body: { count, rows: [] } })
  })

  test.each(named.filter(([, { fields }]) => fields.SortOption))(
    '%s is sorted by its own fields only',
    async (_, list) => {
      for (const wrong of [
        { SortOption: 'Name; drop table customer' },
        { SortOption: '(select 1)' },
        { SortOption: '__proto__' },
        { SortOption: 'constructor' },
        { SortOption: ['CreatedAt'] },
        { SortDirection: 'ASC; --' },
        { SortDirection: 'ASC NULLS FIRST' },
      ])
        expect({ ...wrong, status: (await ask(list, { ...(await plainOf(list)), ...wrong })).status }).toEqual({
          ...wrong,
          status: 400,
        })
    },
  )

  test.each(searched)('%s takes a filter for what it says', async (_, list) => {
    const plain = await plainOf(list)
    for (const name of filtersOf(list))
      for (const text of [
        '%',
        '_',
        '\\',
        "' or 1=1 --",
        "'; drop table customer; --",
        '$1',
        '\u0000',
        'x'.repeat(101),
      ]) {
        const { status, body } = await ask(list, { Search: { ...plain.Search, [name]: text } })
        expect({ name, text, known: [200, ...refused].includes(status) }).toEqual({ name, text, known: true })
        // What is a wildcard elsewhere is a letter here: only rows that hold it are found.
        if (status !== 200 || !['%', '_', '\\'].includes(text)) continue
        const strange = body.rows.filter((row) => !JSON.stringify(Object.values(row)).includes(text))
        expect({ name, text, strange }).toEqual({ name, text, strange: [] })
      }
  })

  const hostile: [string, unknown][] = [
    ['a prototype as an object', '{"__proto__":{"Status":"Active"}}'],
    ['a prototype by its constructor', '{"constructor":{"prototype":{"Status":"Active"}}}'],
    ['a prototype in an inner object', '{"Name":{"__proto__":{"polluted":1}}}'],
    ['an operator instead of a value', '{"Name":{"$ne":null},"Status":{"$gt":""}}'],
    ['a filter nobody declared', { Nobody: 'x' }],
    ['a list', '["Name"]'],
    ['a number', 7],
    ['no JSON', '{"Name":'],
    ['depth without end', `${'{"Name":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['brackets without end', '['.repeat(100_000)],
  ]

  test.each(searched)('%s is not led astray by what its Search holds', async (_, list) => {
    for (const [what, Search] of hostile)
      expect({ what, status: (await ask(list, { Search })).status }).toEqual({ what, status: 400 })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).Status).toBeUndefined()
  })

  // R25: a kept view goes on asking for a field of the company's own that was deactivated or deleted meanwhile.
  const ownFields = searched.filter(([, { fields }]) => fields.Search!.properties!.CustomValues)

  test('of customers, tasks and rewards can be asked by the company’s own fields', () => {
    expect(ownFields.map(([path]) => path).toSorted()).toEqual([
      '/customer/customers/find-all',
      '/reward/rewards/find-all',
      '/task/tasks/find-all',
    ])
  })

  test.each(ownFields)('%s says which of those fields is gone, instead of all rows', async (_, list) => {
    const CustomFieldCode = `GONE${++gone}`
    const made = []
    for (const ObjectType of ['Customer', 'Task', 'Rewards'] as const) {
      const field = { ObjectType, CustomFieldCode, CustomFieldName: `Shade ${gone}`, FieldType: 'Text', SequenceNo: 1 }
      made.push((await app.call(customFields.add, { ...field, IsMandatoryYN: 'N' } as never)).body.CustomFieldId)
    }
    const kept = { Search: { CustomValues: { [CustomFieldCode]: 'held' } } }
    const answer = async () => {
      const { status, body } = await ask(list, kept)
      return { status, ...(status === 200 ? { count: body.count } : { said: (body as never as Error).message }) }
    }
    expect(await answer()).toEqual({ status: 200, count: 0 })
    for (const CustomFieldId of made)
      await app.call(customFields.update, { CustomFieldId, Version: 1, Status: 'Inactive' } as never)
    const inactive = `The custom field Shade ${gone} is not active any more. Leave it out`
    expect(await answer()).toEqual({ status: 409, said: inactive })
    for (const CustomFieldId of made) await app.call(customFields.remove, { CustomFieldId } as never)
    expect(await answer()).toMatchObject({ status: 409 })
  })

  // A list that is nobody's without its record takes that record as it is.
  const parsed = searched.filter(([, { schema }]) => !schema.required?.includes('Search'))

  test.each(parsed)('%s understands Search as text, and empty filters and All as none', async (_, list) => {
    const { Search } = await plainOf(list)
    const empty = Object.fromEntries(filtersOf(list).map((name, place) => [name, place % 2 ? 'All' : '']))
    const plain = await ask(list, Search ? { Search } : {})
    const { status, body } = await ask(list, { Search: JSON.stringify({ ...empty, ...Search }) })
    expect({ status, rows: body.rows, count: body.count }).toEqual({
      status: plain.status,
      rows: plain.body.rows,
      count: plain.body.count,
    })
  })

  test.each(named.filter(([, { fields }]) => fields.SortOption))(
    '%s shows each row on one page, whatever it is sorted by',
    async (_, list) => {
      const plain = await plainOf(list)
      for (const SortOption of list.fields.SortOption?.enum ?? [])
        for (const SortDirection of ['ASC', 'DESC']) {
          const whole = await ask(list, { ...plain, SortOption, SortDirection, Rows: 24 })
          if (whole.status !== 200) return
          const parts: unknown[] = []
          for (let Page = 1; parts.length < whole.body.rows.length; Page++) {
            const { body } = await ask(list, { ...plain, SortOption, SortDirection, Rows: 5, Page })
            if (body.rows.length === 0) break
            parts.push(...body.rows)
          }
          expect({ SortOption, SortDirection, rows: parts.slice(0, 24) }).toEqual({
            SortOption,
            SortDirection,
            rows: whole.body.rows,
          })
        }
    },
  )
})

describe('in a house with six outlets and two years of sales', () => {
  const company = useApp()
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-lists-'))
  let outlets: string[]
  const everywhere = (outlet: string) => staffWith({ roles: 'all', privileges: 'all', outlet })

  beforeAll(async () => {
    await company.sql('delete from building')
    await seedDemo({ url: company.url, dataDir, secret: randomBytes(32) })
    outlets = (await company.sql<{ code: string }>("select code from building where code <> 'HQ'")).map(
      ({ code }) => code,
    )
    for (const outlet of outlets) {
      const [member] = await company.sql<{ number: string }>(
        `select membership_no as number from membership join customer using (customer_id)
         where membership.status = 'Active' and customer.status = 'Active' and registered_outlet_code = $1 limit 1`,
        outlet,
      )
      const adjustment = {
        TransactionType: 'Adjust In',
        PointAmount: 5,
        ReasonCode: 'Goodwill',
        Remark: 'For the list',
      } as const
      const { status } = await company.call(
        addAdjustment,
        { ...adjustment, MembershipNo: member!.number },
        everywhere(outlet),
      )
      if (status !== 201) throw new Error(`An adjustment was answered with ${status}`)
    }
  }, 120_000)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  // Lists in which rows of the head office itself stand, which no outlet sees.
  const ofHeadOffice = new Set([
    '/approvals/find-all',
    '/auth/sessions/find-all',
    '/audit-log/find-all',
    '/audit-trail/find-all',
    '/imports/find-all',
    '/login-activities/find-all',
    '/reporting/audit-trail-report',
    '/reporting/approval-log-report',
    '/reporting/import-log-report',
    '/reporting/login-activity-report',
    '/reporting/look-up-report',
    '/reporting/gift-stock-report',
    '/reward/inventories/movements/find-all',
  ])

  // A row of these stands for what several outlets have in common.
  const grouped = (path: string) => groupedReports.has(path) || path === '/point/expires/group/find-all'

  test.each(named.filter(([path]) => !grouped(path)))(
    '%s answers head office as much as its outlets together',
    async (path, list) => {
      const whole = await ask(list, {}, hq, company)
      if (whole.status !== 200) return
      const each: number[] = []
      for (const outlet of outlets) {
        const { status, body } = await ask(list, {}, everywhere(outlet), company)
        if (status === 200) each.push(body.count)
      }
      const together = each.reduce((sum, count) => sum + count, 0)
      // What belongs to no outlet is the same for everybody, and some of it is not for outlets at all.
      const alike = each.every((count) => count === whole.body.count)
      const own = ofHeadOffice.has(path) ? whole.body.count - together : 0
      expect({ path, own: own >= 0, count: alike ? whole.body.count : together + own }).toEqual({
        path,
        own: true,
        count: whole.body.count,
      })
    },
  )

  const standard = new Set(['Rows', 'Page', 'Search', 'SortOption', 'SortDirection'])

  test.each(named)('%s answers the same with every field empty as with none', async (_, list) => {
    const whole = await ask(list, {}, hq, company)
    if (whole.status !== 200) return
    const beside = Object.keys(list.fields).filter(
      (name) => !standard.has(name) && !list.schema.required?.includes(name),
    )
    const sent = (empty: unknown) => {
      const none = (names: string[]) =>
        Object.fromEntries(names.filter((name) => name in list.fields).map((name) => [name, empty]))
      const filters = Object.fromEntries(filtersOf(list).map((name) => [name, empty]))
      return [
        none(beside),
        { ...none(beside), ...(list.fields.Search && { Search: filters }) },
        { ...none(['SortOption', 'SortDirection']) },
      ]
    }
    const wrong: unknown[] = []
    for (const input of ['', null].flatMap(sent)) {
      const { status, body } = await ask(list, input, hq, company)
      const same = status === 200 && JSON.stringify(body.rows) === JSON.stringify(whole.body.rows)
      if (!same || body.count !== whole.body.count) wrong.push({ input, status, count: body.count })
    }
    expect({ count: whole.body.count, wrong }).toEqual({ count: whole.body.count, wrong: [] })
  })

  test.each(named)('%s declares as a person whatever field holds the name of one', async (_, list) => {
    const people = await company.sql<{ name: string }>(
      "select full_name as name from customer union select full_name from staff where full_name like '% %'",
    )
    const names = new Set(people.map(({ name }) => name))
    const { status, body } = await ask(list, { ...(await plainOf(list)), Rows: 100 }, hq, company)
    if (status !== 200) return
    const { items = {} } = schemaOf(list.endpoint.reply, 'output').properties?.rows ?? {}
    const fieldOf = (shape: Shape, name: string) => withoutNull(withoutNull(shape).properties?.[name] ?? {})
    /** Fields that hold a name and do not say so, also those of a record inside of the row. */
    const silent = (row: Record<string, unknown>, shape: Shape, place = ''): string[] =>
      Object.entries(row).flatMap(([name, value]) => {
        const field = fieldOf(shape, name)
        if (value !== null && typeof value === 'object' && !Array.isArray(value))
          return silent(value as Record<string, unknown>, field, `${place}${name}.`)
        // What a sentence is made of is worded where the sentence is; a change is written as its field was.
        const isWorded = place.endsWith('params.') || (/^(Previous|Updated)$/.test(name) && 'FieldName' in row)
        return typeof value === 'string' && names.has(value) && !field.person && !isWorded ? [place + name] : []
      })
    expect([...new Set(body.rows.flatMap((row) => silent(row, items)))]).toEqual([])
  })
})
