import { finished } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonRoutes } from '#app/server/areas.ts'
import { createWholeListSender } from '#app/server/send-whole.ts'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { type Endpoint, read } from '#kit/contract/endpoint.ts'
import { LIST_PAGE_ROWS_MAX, pageQuery, pageReply } from '#kit/contract/page.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { transactionTimeouts } from '#kit/server/database.ts'
import { sqlList } from '#kit/server/list.ts'
import { API_BASE, serve } from '#kit/server/serve.ts'
import { registered } from './factories/customers.ts'
import { hq, outletStaff, useApp } from './harness.ts'

// Lists that the specification fetches without a limit return all rows; every other list refuses such a request.

const NUMBERS = 40_000
/** The number of rows that one database fetch returns. */
const CHUNK = 2_000
/** The number of chunks read so far, and the number of the chunk whose read fails. */
let requested = 0
let failing = 0

const listNumbers = read({
  path: '/test/numbers',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Numbers with much text',
  body: pageQuery({}, { rows: 10, sort: ['N'], whole: true }),
  reply: pageReply(z.strictObject({ N: z.int(), Text: z.string() })),
})
const numbers = serve(listNumbers, () =>
  sqlList({
    from: sql`generate_series(1, ${NUMBERS}::int) n`,
    select: sql<{ N: number; Text: string }>`
      n, (select string_agg(md5(n || '-' || part), '') from generate_series(1, 16) part) as text`,
    map: noted,
  }),
)

/** Counts a chunk at its first row, and fails at the configured chunk. */
function noted(row: { N: number; Text: string }) {
  if (row.N % CHUNK === 1 && ++requested === failing) throw new Error('The disk cannot be read')
  return row
}

const app = useApp({ routes: [...jsonRoutes, numbers] })
const MOST = Number.MAX_SAFE_INTEGER

const fieldsOf = ({ body }: Endpoint) => toJsonSchema(body, 'input').properties ?? {}
const lists = jsonRoutes
  .map(({ endpoint }) => ({ endpoint, fields: fieldsOf(endpoint) }))
  .filter(({ fields }) => fields.Page && fields.Rows)

test('only the lists named here return more than 1,000 rows', () => {
  const refuses = ({ endpoint }: (typeof lists)[number]) =>
    endpoint.body.safeParse({ Rows: LIST_PAGE_ROWS_MAX + 1 }).error?.issues.some(({ path }) => path[0] === 'Rows') ===
    true
  const limited = lists.filter(refuses)
  expect(limited.filter(({ fields }) => fields.Rows!.maximum! > LIST_PAGE_ROWS_MAX)).toEqual([])
  const whole = lists.filter((list) => !refuses(list))
  expect(whole.filter(({ fields }) => fields.Rows!.maximum !== MOST)).toEqual([])
  expect(whole.filter(({ fields }) => !fields.Rows!.description?.includes('the whole list'))).toEqual([])
  expect(whole.map(({ endpoint }) => endpoint.path).sort()).toEqual([
    '/buildings/find-all',
    '/campaign/objects/find-all',
    '/customer-types/find-all',
    '/customer/memberships/find-all',
    '/departments/find-all',
    '/member/archive/find-all',
    '/member/archive/inactive/find-all',
    '/member/card-categories/find-all',
    '/member/card-groups/find-all',
    '/member/card-levels/find-all',
    '/reporting/inactive-member-report',
    '/reporting/member-listing',
    '/reporting/reactive-member-report',
    '/staffs/find-all',
    '/task/progress-logs/find-all',
    '/task/tasks/find-all',
  ])
})

test('a request for too many rows is refused with the maximum of the list', async () => {
  const { endpoint } = lists.find(({ endpoint }) => endpoint.path === '/product-groups/find-all')!
  expect(await app.call(endpoint, { Rows: LIST_PAGE_ROWS_MAX } as never)).toMatchObject({ status: 200 })
  expect(await app.call(endpoint, { Rows: 9_999 } as never)).toMatchObject({
    status: 400,
    refusal: {
      code: 'kit.invalid',
      message: 'At most 1000 rows at once',
      details: [{ path: 'Rows', message: 'At most 1000 rows at once' }],
    },
  })
})

let address = ''
beforeAll(async () => {
  address = await app.listen()
})

/** Returns the transferred bytes and headers, as a browser or a till receives them. */
async function fetchWhole(endpoint: Endpoint, body: object, encoding = 'identity', signal?: AbortSignal) {
  const { token } = await app.token(hq)
  return fetch(`${address}${API_BASE}${endpoint.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': encoding },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

/** Returns the database connections of the application with an open transaction or query. */
const busyConnections = async () =>
  (
    await app.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'carat' and state <> 'idle'`,
    )
  ).length

describe('list that returns all rows at once', () => {
  const STAFF = 4_500

  beforeAll(async () => {
    await app.sql(
      `insert into staff (full_name, preferred_name, staff_type, sales_person_code, building_id)
       select 'Many ' || n % 7, 'Many', 'HQ', 'MANY' || n, (select building_id from building where code = 'HQ')
       from generate_series(1, $1::int) n`,
      STAFF,
    )
    await registered(app.db)
    await app.sql(
      `with person as (
         insert into customer (full_name, registered_outlet_code, registration_source, id_not_given_yn)
         select 'MEMBER ' || n, case when n % 2 = 0 then 'KLCC' else 'HQ' end, 'CRM', 'Y' from generate_series(1, 3000) n
         returning customer_id)
       insert into membership (membership_no, customer_id, card_group_id, member_type, join_date)
       select 'WL' || lpad(customer_id::text, 6, '0'), customer_id, (select min(group_id) from card_group), 'Non-Premium Member', '2025-01-01' from person`,
    )
  })

  test('list without pages: all rows are returned in the same order as in pages', async () => {
    const Search = { Q: 'Many' }
    const { status, body, headers } = await app.call(listStaffs, { Rows: MOST, Search })
    expect({ status, count: body.count, rows: body.rows.length }).toEqual({ status: 200, count: STAFF, rows: STAFF })
    expect(headers['content-type']).toContain('application/json')
    const pages: unknown[] = []
    for (let Page = 1; Page <= Math.ceil(STAFF / LIST_PAGE_ROWS_MAX); Page++)
      pages.push(...(await app.call(listStaffs, { Rows: LIST_PAGE_ROWS_MAX, Page, Search })).body.rows)
    expect(body.rows).toEqual(pages)
    expect((await app.call(listStaffs, { Rows: 9_999, Search })).body).toEqual(body)
  })

  test('list without pages: a second page is empty', async () => {
    const { body } = await app.call(listStaffs, { Rows: 9_999, Page: 2, Search: { Q: 'Many' } })
    expect(body).toEqual({ count: STAFF, rows: [] })
  })

  test('list without pages: a short list, an empty list and a list without a filter are returned', async () => {
    expect((await app.call(listStaffs, { Rows: MOST, Search: { Q: 'MANY4499' } })).body).toMatchObject({ count: 1 })
    expect((await app.call(listStaffs, { Rows: MOST, Search: { Q: 'Nobody' } })).body).toEqual({ count: 0, rows: [] })
  })

  test('list without pages: the reply is compressed if the client accepts this', async () => {
    const { token } = await app.token(hq)
    const { headers, rawPayload } = await app.fastify.inject({
      method: 'POST',
      url: `${API_BASE}${listStaffs.path}`,
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
      payload: { Rows: MOST, Search: { Q: 'Many' } },
    })
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(rawPayload).toString()).rows).toHaveLength(STAFF)
  })

  test('list without pages: outlet staff get only the rows of their outlet', async () => {
    const every = (await app.call(listMemberships, { Rows: MOST })).body
    const ownMemberships = (await app.call(listMemberships, { Rows: MOST }, outletStaff)).body
    expect({ every: every.rows.length, own: ownMemberships.rows.length }).toEqual({ every: 3_001, own: 1_501 })
    expect(ownMemberships.count).toBe(1_501)
    const outlets = await app.sql<{ code: string }>(
      `select distinct registered_outlet_code as code from customer join membership using (customer_id) where membership_no = any($1)`,
      ownMemberships.rows.map(({ MembershipNo }) => MembershipNo),
    )
    expect(outlets).toEqual([{ code: 'KLCC' }])
  })

  test('list without pages: two requests are answered at once, and further ones wait', async () => {
    const readOne = async () => {
      const answer = await fetchWhole(listStaffs, { Rows: MOST, Search: { Q: 'Many' } })
      return ((await answer.json()) as { rows: unknown[] }).rows.length
    }
    expect(await Promise.all([readOne(), readOne(), readOne(), readOne()])).toEqual([STAFF, STAFF, STAFF, STAFF])
  })
})

describe('list that is streamed', () => {
  beforeEach(() => {
    requested = 0
    failing = 0
  })

  test.each(['identity', 'gzip', 'br'])(
    'streamed list: a failure after the first rows leaves the reply incomplete (%s)',
    async (encoding) => {
      failing = 4
      const answer = await fetchWhole(listNumbers, { Rows: MOST }, encoding)
      expect(answer.status).toBe(200)
      await expect(answer.text()).rejects.toThrow(/terminated|aborted|premature/i)
      await expect.poll(busyConnections).toBe(0)
    },
  )

  test.each(['identity', 'br'])(
    'streamed list: after a failure the reply is an error or incomplete, never a shorter list (%s)',
    async (encoding) => {
      failing = 3
      const answer = await fetchWhole(listNumbers, { Rows: MOST }, encoding)
      const text = await answer.text().catch(() => undefined)
      const failureCode = text === undefined ? 'no end' : (JSON.parse(text) as { code?: string }).code
      expect({ status: answer.status, code: failureCode }).toEqual(
        answer.status === 200 ? { status: 200, code: 'no end' } : { status: 500, code: 'kit.unexpected' },
      )
    },
  )

  test('streamed list: a failure before the first row leads to an ordinary error reply', async () => {
    failing = 2
    expect(await app.call(listNumbers, { Rows: MOST })).toMatchObject({
      status: 500,
      refusal: { code: 'kit.unexpected' },
    })
  })

  test('streamed list: the server stops reading when the caller disconnects', async () => {
    const leaving = new AbortController()
    const answer = await fetchWhole(listNumbers, { Rows: MOST }, 'identity', leaving.signal)
    const reader = answer.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    leaving.abort()
    await expect.poll(busyConnections).toBe(0)
    // Fewer chunks were read than the twenty chunks of two thousand rows that the list has.
    expect(requested).toBeLessThan(NUMBERS / 2_000)
  })

  /** Sends the whole list, and aborts when `timeout` fires. */
  async function sendUntil(timeout: AbortSignal) {
    const { userId } = await app.token(hq)
    const origin = { userId, name: 'HQ', outletCode: 'HQ', session: null, ip: null, requestId: 'test' }
    return createWholeListSender(
      app.database,
      () => timeout,
    )({
      route: numbers,
      input: listNumbers.body.parse({ Rows: MOST }),
      ctx: { services: app.services, now: app.clock.now() } as never,
      transaction: { origin, timeZone: 'Asia/Kuala_Lumpur', limits: transactionTimeouts.report },
    })
  }

  test('streamed list: the reply is aborted if the caller reads too slowly', async () => {
    const timeout = new AbortController()
    const body = await sendUntil(timeout.signal)
    timeout.abort()
    await expect(finished(body)).rejects.toThrow(/aborted/)
    await expect.poll(busyConnections).toBe(0)
    // At most one chunk is in use and one is buffered.
    expect(requested).toBeLessThanOrEqual(2)
  })

  test('streamed list: a request is refused with Retry-After if the reply cannot begin in time', async () => {
    await expect(sendUntil(AbortSignal.abort())).rejects.toMatchObject({ code: 'kit.too_long', retryAfter: 2 })
  })
})
