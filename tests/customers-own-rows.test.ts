import { beforeAll, describe, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { getOwnCard } from '#areas/self-service/contract/card.ts'
import { getOwnProfile } from '#areas/self-service/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isOpenToSelfService } from '#kit/server/may-call.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Rows, rowsOf } from './factories/foreign-rows.ts'
import { requestNaming, searchValuesOf } from './factories/named-bodies.ts'
import { anyAddress, visitor } from './factories/self-service.ts'
import { type CallOptions, useApp } from './harness.ts'

// Covers new calls automatically: a signed-in customer makes every API call with another customer's keys in each field.

const app = useApp()
const TURNS = 4

const person = (label: string, number: number) => ({
  name: `${label} PERSON`,
  email: `${label.toLowerCase()}.person@mail.example`,
  phone: `+6012${number}`,
  identity: `${label}${number}`,
  remark: `${label} remark of staff`,
  street: `${number} Jalan ${label}`,
})
const ownDetails = person('MINE', 7_111_222)
const foreignDetails = person('THEIRS', 8_333_444)

let ownRows: Rows
let foreign: Rows

async function nameThem({ customer }: Rows, { name, email, phone, identity, remark, street }: typeof ownDetails) {
  await app.sql(
    `update customer set full_name = $2, email = $3, verified_email_yn = 'Y', contact_no = $4, id_type = 'Passport', id_no = $5, remarks = $6
     where customer_id = $1`,
    ...[customer, name, email, phone, identity, remark],
  )
  await app.sql('update customer_address set line1 = $2 where customer_id = $1', customer, street)
}

beforeAll(async () => {
  ownRows = await rowsOf(app, 'KLCC')
  foreign = await rowsOf(app, 'PAV')
  await nameThem(ownRows, ownDetails)
  await nameThem(foreign, foreignDetails)
})

const answerTo = (endpoint: Endpoint, seed: number, { headers = {} }: CallOptions) =>
  app.inject({
    ...requestNaming(endpoint, seed, {
      rows: foreign,
      words: searchValuesOf({ ...foreignDetails, membership: foreign.membership }),
    }),
    headers,
    remoteAddress: anyAddress(),
  })

const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
const isEnd = ({ path }: Endpoint) => path === '/auth/customer/sign-out'
const openEndpoints = endpoints.filter(({ access }) => access === 'public' || isOpenToSelfService(access))

/** All rows about the other customer except sign-in codes, which any caller may request. */
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

describe('access of a customer session', () => {
  test('customer session: the customer’s own data can be read', async () => {
    const session = await visitor(app, { CustomerId: Number(ownRows.customer) })
    expect((await app.call(getOwnProfile, {}, session)).body).toMatchObject({
      FullName: ownDetails.name,
      Email: ownDetails.email,
    })
    expect((await app.call(getOwnCard, {}, session)).body).toMatchObject({ MembershipNo: ownRows.membership })
  })

  test('customer session: no call with the ids of another customer reads or changes data of that customer', async () => {
    const session = await visitor(app, { CustomerId: Number(ownRows.customer) })
    const before = await stateOfTheirs()
    const revealingCalls: string[] = []
    const letIn: string[] = []
    for (const endpoint of endpoints.filter((one) => !isEnd(one)))
      for (let round = 0; round < TURNS; round++) {
        const { status, text } = await answerTo(endpoint, round + 1, session)
        if (Object.values(foreignDetails).some((secret) => text.includes(secret)))
          revealingCalls.push(`${endpoint.path}: ${text}`)
        if (status < 300 && !openEndpoints.includes(endpoint)) letIn.push(endpoint.path)
        expect([endpoint.path, status < 500]).toEqual([endpoint.path, true])
      }
    expect(revealingCalls).toEqual([])
    expect(letIn).toEqual([])
    expect(await stateOfTheirs()).toEqual(before)
    expect((await app.call(getOwnProfile, {}, session)).status).toBe(200)
  })

  test('customer session: a customer id in the URL of the profile has no effect', async () => {
    const session = await visitor(app, { CustomerId: Number(ownRows.customer) })
    const url = (id: unknown) => `${API_BASE}/customer/profile?CustomerId=${id}`
    const ask = async (id: unknown, headers: Record<string, string> = {}) => {
      const { status, body } = await app.inject({ method: 'GET', url: url(id), headers })
      return { status, ...(body as object), requestId: undefined }
    }
    const strangers = await Promise.all([foreign.customer, ownRows.customer, 999_999_999, 'x'].map((id) => ask(id)))
    expect(strangers).toEqual(Array(4).fill(strangers[0]))
    expect(strangers[0]).toMatchObject({ status: 401 })
    const named = await Promise.all([foreign.customer, 999_999_999].map((id) => ask(id, session.headers)))
    expect(named).toEqual(Array(2).fill(named[0]))
    expect(named[0]!.status).toBe(400)
  })
})
