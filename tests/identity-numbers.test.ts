import { beforeAll, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { getCustomer, revealIdentity, updateCustomer } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { type Rows, rowsOf } from './factories/foreign-rows.ts'
import { requestNaming, searchValuesOf } from './factories/named-bodies.ts'
import { passcode } from './factories/self-service.ts'
import { hq, useApp } from './harness.ts'

// Covers new calls automatically: no list or record that head office reads contains the identity number (case B22).
// tests/privileges.test.ts checks the same for the fields that contracts declare.

const app = useApp()
const IdNo = '850412105553'
const identityNumbers = [IdNo, '850412-10-5553']
const TURNS = 4

/** The calls that return a full identity number, with the privilege they need. */
const onPurpose: Readonly<Record<string, string>> = {
  '/customer/customers/reveal-identity': 'with a reason, which is written down',
  '/customer/personal-data/export': 'for the customer whose it is, with a reason, by its own privilege: areas/privacy',
}

let rows: Rows

beforeAll(async () => {
  rows = await rowsOf(app, 'KLCC')
  const CustomerId = Number(rows.customer)
  const { Version } = (await app.call(getCustomer, { CustomerId })).body
  const change = { CustomerId, Version, IdType: 'NRIC', IdNo: identityNumbers[1]! }
  const { status, refusal } = await app.call(updateCustomer, change)
  if (status !== 200) throw new Error(`The customer was not changed: ${refusal.message}`)
  await passcode(app, { CustomerId })
})

test('only the call that requires a reason returns an unmasked identity number', async () => {
  const { token } = await app.token(hq)
  const person = { membership: rows.membership, email: 'x@mail.example', phone: '+60123456789', identity: IdNo }
  const revealingCalls = new Set<string>()
  let replyCount = 0
  let about = 0
  const reads = jsonRoutes
    .map(({ endpoint }) => endpoint)
    .filter(({ kind, path }) => kind === 'read' && !(path in onPurpose))
  for (const endpoint of reads)
    for (let round = 0; round < TURNS; round++) {
      // The first round sends plausible texts; the others send the person's values, so that filters match the customer.
      const words = round === 0 ? undefined : searchValuesOf(person)
      const { status, text } = await app.inject({
        ...requestNaming(endpoint, round + 1, { rows, ...(words && { words }) }),
        headers: { authorization: `Bearer ${token}` },
      })
      if (status === 200) replyCount++
      if (text.includes(`${rows.membership}`)) about++
      if (status === 200 && identityNumbers.some((one) => text.includes(one)))
        revealingCalls.add(`${endpoint.path}: ${text.slice(0, 200)}`)
    }
  for (const endpoint of reads.filter(({ body }) => body.safeParse({}).success)) {
    const { text } = await app.inject({
      method: endpoint.method,
      url: requestNaming(endpoint, 1, { rows }).url.split('?')[0]!,
      headers: { authorization: `Bearer ${token}` },
      ...(endpoint.method !== 'GET' && { payload: {} }),
    })
    if (identityNumbers.some((one) => text.includes(one))) revealingCalls.add(endpoint.path)
  }
  expect([...revealingCalls]).toEqual([])
  expect(replyCount).toBeGreaterThan(reads.length / 2)
  // Expects that many of the replies were about the customer.
  expect(about).toBeGreaterThan(50)
})

test('each request for an unmasked identity number is logged with user and reason, and so is each export of customers', async () => {
  const CustomerId = Number(rows.customer)
  expect((await app.call(revealIdentity, { CustomerId, Reason: '' }, hq)).status).toBe(400)
  const { body } = await app.call(revealIdentity, { CustomerId, Reason: 'Collects a gift' }, hq)
  expect(body.IdNo).toBe(IdNo)
  const logged = (action: string) =>
    app.sql<{ log_text: string }>('select log_text from audit_log where action_type = $1', action)
  expect((await logged('Reveal Identity Number')).at(-1)!.log_text).toContain('Collects a gift')

  const columns = ['FullName', 'IdNo'].map((Field) => ({ Field, Label: Field }))
  const reply = await app.call(addExport, {
    Path: '/customer/customers/find-all',
    Title: 'Customers',
    Input: { Search: { IdNo } },
    Columns: columns,
    Format: 'CSV',
    Scope: 'All',
  })
  expect(reply.status).toBe(201)
  const entry = (await logged('Export Data')).at(-1)!.log_text
  expect(entry).toContain('Columns - FullName, IdNo. Rows - ')
  expect(entry).not.toContain(IdNo)
})
