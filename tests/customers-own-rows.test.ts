import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { getOwnCard } from '#areas/self-service/contract/card.ts'
import { getProfile } from '#areas/self-service/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Rows, rowsOf } from './factories/foreign-rows.ts'
import { requestNaming, wordsOf } from './factories/named-bodies.ts'
import { anyAddress, visitor } from './factories/self-service.ts'
import { type CallOptions, useApp } from './harness.ts'

// Written once, grows by itself: a customer who is signed in makes every call of the document, and names another customer in
// each field that names a row.

const app = useApp()
const TURNS = 4

const person = (who: string, number: number) => ({
  name: `${who} PERSON`,
  email: `${who.toLowerCase()}.person@mail.example`,
  phone: `+6012${number}`,
  identity: `${who}${number}`,
  remark: `${who} remark of staff`,
  street: `${number} Jalan ${who}`,
})
const mine = person('MINE', 7_111_222)
const theirs = person('THEIRS', 8_333_444)

let own: Rows
let foreign: Rows

async function nameThem({ customer }: Rows, { name, email, phone, identity, remark, street }: typeof mine) {
  await app.sql(
    `update customer set full_name = $2, email = $3, verified_email_yn = 'Y', contact_no = $4, id_type = 'Passport', id_no = $5, remarks = $6
     where customer_id = $1`,
    ...[customer, name, email, phone, identity, remark],
  )
  await app.sql('update customer_address set line1 = $2 where customer_id = $1', customer, street)
}

beforeAll(async () => {
  own = await rowsOf(app, 'KLCC')
  foreign = await rowsOf(app, 'PAV')
  await nameThem(own, mine)
  await nameThem(foreign, theirs)
})

const answerTo = (endpoint: Endpoint, seed: number, { headers = {} }: CallOptions) =>
  app.inject({
    ...requestNaming(endpoint, seed, {
      rows: foreign,
      words: wordsOf({ ...theirs, membership: foreign.membership }),
    }),
    headers,
    remoteAddress: anyAddress(),
  })

const endpoints = routes.map(({ endpoint }) => endpoint)
const isEnd = ({ path }: Endpoint) => path === '/auth/customer/sign-out'
const open = endpoints.filter(({ access }) => access === 'public' || isOpenToSelfService(access))

/** All that is kept of the other: a changed row anywhere changes it. Anybody may have a code sent to a member who signs in. */
async function stateOfTheirs() {
  const tables = await app.sql<{ name: string }>(
    `select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE' and table_name <> 'customer_code' order by 1`,
  )
  const all = []
  for (const { name } of tables)
    all.push([
      name,
      ...(await app.sql(
        `select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) from ${name} t where customer_id = $1`,
        foreign.customer,
      )),
    ])
  return all
}

describe('a customer’s session', () => {
  test('reaches what is theirs', async () => {
    const session = await visitor(app, { CustomerId: Number(own.customer) })
    expect((await app.call(getProfile, {}, session)).body).toMatchObject({ FullName: mine.name, Email: mine.email })
    expect((await app.call(getOwnCard, {}, session)).body).toMatchObject({ MembershipNo: own.membership })
  })

  test('tried on every call of the document with another’s numbers tells nothing of the other and changes nothing', async () => {
    const session = await visitor(app, { CustomerId: Number(own.customer) })
    const before = await stateOfTheirs()
    const told: string[] = []
    const letIn: string[] = []
    for (const endpoint of endpoints.filter((one) => !isEnd(one)))
      for (let turn = 0; turn < TURNS; turn++) {
        const { status, text } = await answerTo(endpoint, turn + 1, session)
        if (Object.values(theirs).some((secret) => text.includes(secret))) told.push(`${endpoint.path}: ${text}`)
        if (status < 300 && !open.includes(endpoint)) letIn.push(endpoint.path)
        expect([endpoint.path, status < 500]).toEqual([endpoint.path, true])
      }
    expect(told).toEqual([])
    expect(letIn).toEqual([])
    expect(await stateOfTheirs()).toEqual(before)
    expect((await app.call(getProfile, {}, session)).status).toBe(200)
  })

  test('8: whose profile an address names makes no difference without a session, nor with that of another', async () => {
    const session = await visitor(app, { CustomerId: Number(own.customer) })
    const url = (id: unknown) => `${API_BASE}/customer/profile?CustomerId=${id}`
    const asked = async (id: unknown, headers: Record<string, string> = {}) => {
      const { status, body } = await app.inject({ method: 'GET', url: url(id), headers })
      return { status, ...(body as object), requestId: undefined }
    }
    const strangers = await Promise.all([foreign.customer, own.customer, 999_999_999, 'x'].map((id) => asked(id)))
    expect(strangers).toEqual(Array(4).fill(strangers[0]))
    expect(strangers[0]).toMatchObject({ status: 401 })
    const named = await Promise.all([foreign.customer, 999_999_999].map((id) => asked(id, session.headers)))
    expect(named).toEqual(Array(2).fill(named[0]))
    expect(named[0]!.status).toBe(400)
  })
})
