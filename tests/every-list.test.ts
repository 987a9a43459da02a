import { beforeAll, describe, expect, test } from 'vitest'
import { customFieldRecord } from '#areas/custom-fields/contract/custom-fields.ts'
import { addSegment } from '#areas/segments/contract.ts'
import { LIST_PAGE_ROWS_MAX } from '#kit/contract/page.ts'
import { removeNullFromSchema } from '#kit/contract/schema.ts'
import { registered } from './factories/customers.ts'
import { createCardGroup } from './factories/memberships.ts'
import { hq, useApp } from './harness.ts'
import { type FieldValues, filtersOf, listCaller, lists, listsByPath, sharedFieldValues } from './list-calls.ts'

// Covers new lists automatically: calls every list with hostile input, with too many rows, and page by page.
// outlet-lists.test.ts covers the rows of each outlet.

const app = useApp({ demo: true })
const knownValues: FieldValues = { ...sharedFieldValues }
const { ask, minimalInputOf } = listCaller(app, knownValues)
const searched = listsByPath.filter(([, { fields }]) => fields.Search?.properties)

beforeAll(async () => {
  // Creates more similar rows than fit on a page, so that their order depends on the tie-break.
  for (let place = 0; place < 24; place++) {
    const person = await registered(app.db, { FullName: 'TIE', CreatedAt: '2024-01-01T00:00:00Z' })
    Object.assign(knownValues, {
      CustomerId: person.CustomerId,
      MembershipNo: person.MembershipNo,
      ObjectId: `${person.CustomerId}`,
    })
    await createCardGroup(app.db, { CreatedAt: '2024-01-01T00:00:00Z' })
  }
  const everybody = { Field: 'customers.Status', Test: 'Any of', Values: ['Active'] } as const
  const segment = { Name: 'All of them', Conditions: { Match: 'All' as const, Conditions: [everybody] } }
  knownValues.TargetListId = (
    await app.sql<{ id: number }>(
      `with campaign as (insert into campaign (campaign_code, campaign_name, campaign_type, start_date, end_date)
         values ('LISTED', 'x', 'Event', '2026-01-01', '2030-12-31') returning campaign_code)
       insert into campaign_target (campaign_code, customer_id, source, bucket, added_at)
       select campaign_code, $1, 'Manual', 0, now() from campaign returning target_list_id as id`,
      knownValues.CustomerId,
    )
  )[0]!.id
  const { userId } = await app.token(hq)
  knownValues.ScheduleId = (
    await app.sql<{ id: number }>(
      `insert into export_schedule (title, path, input, columns, format, language, cron, recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
       values ('x', '/buildings/find-all', '{}', '[]', 'CSV', 'en', '0 8 * * 1', array[$1::bigint], '2030-01-07', $1, 'x', now(), now()) returning schedule_id as id`,
      userId,
    )
  )[0]!.id
  knownValues.SegmentId = (await app.call(addSegment, segment as never, hq)).body.SegmentId
})

/** Expects any status except a server error. */
const refused = [400, 404, 409]

test('check of all lists: more than twenty lists are found and checked', () => {
  expect(lists.length).toBeGreaterThan(20)
})

let deletedCount = 0

describe('list', () => {
  test.each(listsByPath)('%s limits the number of rows, and refuses an invalid page', async (_, list) => {
    const most = await ask(list, { ...(await minimalInputOf(list)), Rows: LIST_PAGE_ROWS_MAX })
    expect([200, ...refused]).toContain(most.status)
    expect(most.body.rows?.length ?? 0).toBeLessThanOrEqual(LIST_PAGE_ROWS_MAX)
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
      expect({ ...wrong, status: (await ask(list, { ...(await minimalInputOf(list)), ...wrong })).status }).toEqual({
        ...wrong,
        status: 400,
      })
  })

  test.each(listsByPath)('%s returns no rows for a page far beyond the end', async (_, list) => {
    const plain = await minimalInputOf(list)
    const { status, body } = await ask(list, plain)
    if (status !== 200) return
    const { count } = body
    expect(await ask(list, { ...plain, Page: 10_000 })).toMatchObject({ status: 200, body: { count, rows: [] } })
  })

  test.each(listsByPath.filter(([, { fields }]) => fields.SortOption))(
    '%s can be sorted by its own fields only',
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
        expect({ ...wrong, status: (await ask(list, { ...(await minimalInputOf(list)), ...wrong })).status }).toEqual({
          ...wrong,
          status: 400,
        })
    },
  )

  test.each(searched)('%s matches filter texts literally', async (_, list) => {
    const plain = await minimalInputOf(list)
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
        // SQL wildcards are ordinary characters in a search: only rows that contain them match.
        if (status !== 200 || !['%', '_', '\\'].includes(text)) continue
        const strange = body.rows.filter((row) => !JSON.stringify(Object.values(row)).includes(text))
        expect({ name, text, strange }).toEqual({ name, text, strange: [] })
      }
  })

  test.each(searched)('%s ignores character width and accents in filters', async (_, list) => {
    const plain = await minimalInputOf(list)
    const texts = list.fields.Search!.properties!
    for (const name of filtersOf(list).filter((filter) => !removeNullFromSchema(texts[filter]!).enum)) {
      const count = async (text: string) => {
        const { status, body } = await ask(list, { Search: { ...plain.Search, [name]: text } })
        return { status, count: body.count }
      }
      const expected = await count('tan')
      if (expected.status !== 200) continue
      const spellings = /Name$|^Q$|^Customer$/.test(name) ? ['ＴＡＮ', 'tán', '\u200btan\u00a0'] : ['ＴＡＮ']
      for (const text of spellings) expect({ name, text, ...(await count(text)) }).toEqual({ name, text, ...expected })
    }
  })

  const hostile: [string, unknown][] = [
    ['a prototype as an object', '{"__proto__":{"Status":"Active"}}'],
    ['a prototype by its constructor', '{"constructor":{"prototype":{"Status":"Active"}}}'],
    ['a prototype in an inner object', '{"Name":{"__proto__":{"polluted":1}}}'],
    ['an operator instead of a value', '{"Name":{"$ne":null},"Status":{"$gt":""}}'],
    ['an undeclared filter', { Nobody: 'x' }],
    ['a list', '["Name"]'],
    ['a number', 7],
    ['no JSON', '{"Name":'],
    ['depth without end', `${'{"Name":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['brackets without end', '['.repeat(100_000)],
  ]

  test.each(searched)('%s answers malicious Search values without a server error', async (_, list) => {
    for (const [label, Search] of hostile)
      expect({ what: label, status: (await ask(list, { Search })).status }).toEqual({ what: label, status: 400 })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).Status).toBeUndefined()
  })

  // A saved view still filters by a custom field that was deactivated or deleted later.
  const ownFields = searched.filter(([, { fields }]) => fields.Search!.properties!.CustomValues)

  test('customers, tasks and rewards can be filtered by custom fields', () => {
    expect(ownFields.map(([path]) => path).toSorted()).toEqual([
      '/customer/customers/find-all',
      '/reward/rewards/find-all',
      '/task/tasks/find-all',
    ])
  })

  test.each(ownFields)('%s refuses a filter by a deleted custom field and names the field', async (_, list) => {
    const CustomFieldCode = `GONE${++deletedCount}`
    const fieldIds = []
    for (const ObjectType of ['Customer', 'Task', 'Rewards'] as const) {
      const field = {
        ObjectType,
        CustomFieldCode,
        CustomFieldName: `Shade ${deletedCount}`,
        FieldType: 'Text',
        SequenceNo: 1,
      }
      fieldIds.push(
        (await app.call(customFieldRecord.add, { ...field, IsMandatoryYN: 'N' } as never)).body.CustomFieldId,
      )
    }
    const savedFilter = { Search: { CustomValues: { [CustomFieldCode]: 'blue' } } }
    const answer = async () => {
      const { status, body } = await ask(list, savedFilter)
      return { status, ...(status === 200 ? { count: body.count } : { message: (body as never as Error).message }) }
    }
    expect(await answer()).toEqual({ status: 200, count: 0 })
    for (const CustomFieldId of fieldIds)
      await app.call(customFieldRecord.update, { CustomFieldId, Version: 1, Status: 'Inactive' } as never)
    const inactive = `The custom field Shade ${deletedCount} is no longer active. Leave it out`
    expect(await answer()).toEqual({ status: 409, message: inactive })
    for (const CustomFieldId of fieldIds) await app.call(customFieldRecord.remove, { CustomFieldId } as never)
    expect(await answer()).toMatchObject({ status: 409 })
  })

  // A list that requires a parent record gets its key unchanged.
  const parsed = searched.filter(([, { schema }]) => !schema.required?.includes('Search'))

  test.each(parsed)('%s accepts Search as text, and ignores empty filters and the value “All”', async (_, list) => {
    const { Search } = await minimalInputOf(list)
    const empty = Object.fromEntries(filtersOf(list).map((name, index) => [name, index % 2 ? 'All' : '']))
    const plain = await ask(list, Search ? { Search } : {})
    const { status, body } = await ask(list, { Search: JSON.stringify({ ...empty, ...Search }) })
    expect({ status, rows: body.rows, count: body.count }).toEqual({
      status: plain.status,
      rows: plain.body.rows,
      count: plain.body.count,
    })
  })

  test.each(listsByPath.filter(([, { fields }]) => fields.SortOption))(
    '%s has each row on exactly one page in every sort order',
    async (_, list) => {
      const plain = await minimalInputOf(list)
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
