import { beforeAll, describe, expect, test } from 'vitest'
import { customFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { addSegment } from '#areas/segments/contract.ts'
import { ROWS_MAX } from '#kit/contract/page.ts'
import { withoutNull } from '#kit/contract/schema.ts'
import { askingListsOf, filtersOf, type Known, knownEverywhere, lists, named } from './asked-lists.ts'
import { registered } from './factories/customers.ts'
import { newCardGroup } from './factories/memberships.ts'
import { hq, useApp } from './harness.ts'

// Written once, grows by itself: every list is asked by somebody who means no good, for more than there is, and for
// its rows page by page. What each outlet is answered stands in lists-of-a-house.test.ts.

const app = useApp({ demo: true })
const known: Known = { ...knownEverywhere }
const { ask, plainOf } = askingListsOf(app, known)
const searched = named.filter(([, { fields }]) => fields.Search?.properties)

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

  test.each(searched)('%s answers the same whatever the width and accents of a filter', async (_, list) => {
    const plain = await plainOf(list)
    const texts = list.fields.Search!.properties!
    for (const name of filtersOf(list).filter((filter) => !withoutNull(texts[filter]!).enum)) {
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
