import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { submitPublicForm } from '#areas/feedback/contract/public.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { customerSignIn, requestSignInCode, validatePasscode } from '#areas/self-service/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { customer } from './factories/customers.ts'
import { ratingForm } from './factories/feedback.ts'
import { membership } from './factories/memberships.ts'
import { addEarningRules, member } from './factories/sales.ts'
import { anyAddress } from './factories/self-service.ts'
import { codeSentTo } from './factories/sign-in.ts'
import { staffWith, systemWith, useApp } from './harness.ts'

// Tests two independent servers on one database; `npm run faults -- --only=two` runs them as real processes.

const app = useApp({ prepare: async ({ db }) => addEarningRules(db) })
let folder: string
let secondServer: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carat-two-'))
  // Both servers have the same secret, so each can decrypt the other's sealed values.
  await mkdir(join(folder, 'secrets'))
  await writeFile(join(folder, 'secrets', 'server'), app.services.secret.toString('base64url'), { mode: 0o600 })
  secondServer = await start()
})

const start = () =>
  startServer(loadConfig({ DATABASE_URL: app.url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DEMO: '0' }), {
    dev: false,
    log: () => {},
  })

afterAll(async () => {
  await secondServer?.stop()
  await rm(folder, { recursive: true, force: true })
})

const atOther = (path: string, token: string, body?: object, key?: string) =>
  fetch(new URL(`${API_BASE}${path}`, secondServer.address), {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

test('two servers: a session that ends on one server ends on the other at once', async () => {
  const { token } = await app.token(staffWith({ roles: ['Dashboard'] }))
  // This call makes the second server cache the session.
  expect((await atOther('/auth/profile', token)).status).toBe(200)
  const out = await app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/sign-out`,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect(out.status).toBe(200)
  const after = await Promise.all(Array.from({ length: 10 }, () => atOther('/auth/profile', token)))
  expect(after.map(({ status }) => status)).toEqual(Array(10).fill(401))
})

test('two servers: a sale sent to both with one idempotency key is stored once, with the same reply', async () => {
  const { MembershipNo } = await member(app.db)
  const till = systemWith('sales:write', 'sales:cancel')
  const { token } = await app.token(till)
  for (let round = 0; round < 10; round++) {
    const line = { Brand: 'Carat', ProductGroup: 'RING', UnitPrice: '100.00' }
    const head = { TransactionType: 'N', InvoiceNo: `TWO${round}`, MembershipNo, OutletCode: 'KLCC' } as const
    const sale = { ...head, Details: [line] }
    const [here, there] = await Promise.all([
      app.call(addTransaction, sale, { as: till, key: `two-${round}` }),
      atOther('/customer/memberships/transaction-summaries/add', token, sale, `two-${round}`),
    ])
    expect([here.status, there.status]).toEqual([201, 201])
    expect(await there.json()).toEqual(here.body)
  }
  const [ledger] = await app.sql<{ sales: number; points: number }>(
    `select (select count(*)::int from transaction_summary) as sales, (select sum(points)::int from point_history) as points`,
  )
  expect(ledger).toEqual({ sales: 10, points: 100 })
})

describe('attempt limits on two servers', () => {
  beforeEach(() => app.sql('delete from rate_limit'))

  const restarted = async () => {
    await secondServer.stop()
    secondServer = await start()
  }
  const asStranger = (path: string, body: object) =>
    fetch(new URL(`${API_BASE}${path}`, secondServer.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // Both servers see these calls from the same network, which is the machine itself.
  const ip = '127.0.0.1'

  async function codeOfMember() {
    const Email = `${crypto.randomUUID()}@mail.example`
    const { CustomerId } = await customer(app.db, { Email, VerifiedEmailYN: 'Y' })
    const { MembershipNo: Identifier } = await membership(app.db, { CustomerId })
    const { body } = await app.call(requestSignInCode, { Identifier }, { as: null, ip: anyAddress() })
    const Code = await codeSentTo(app, Email)
    const entered = { Identifier, ChallengeId: body.ChallengeId }
    return {
      Identifier,
      Code,
      here: async (code: string) =>
        (await app.call(customerSignIn, { ...entered, Code: code }, { as: null, ip: anyAddress() })).status,
      there: async (code: string) => (await asStranger('/auth/customer/sign-in', { ...entered, Code: code })).status,
    }
  }

  test('two servers: ten wrong passcodes, five on each server, block their network', async () => {
    const Passcode = '11111-11111'
    const here = async () => (await app.call(validatePasscode, { Passcode }, { as: null, ip })).status
    const there = async () => (await asStranger('/passcodes/validate', { Passcode })).status
    for (let round = 0; round < 5; round++) expect([await here(), await there()]).toEqual([404, 404])
    expect([await here(), await there()]).toEqual([429, 429])
    await restarted()
    expect([await here(), await there()]).toEqual([429, 429])
  })

  test('two servers: of 200 guesses of a code five are compared, and then even the right code is refused', async () => {
    const { Code, here, there } = await codeOfMember()
    const wrong = String((Number(Code) + 1) % 1_000_000).padStart(6, '0')
    const guesses = Array.from({ length: 200 }, (_, round) => (round % 20 === 0 ? there(wrong) : here(wrong)))
    expect((await Promise.all(guesses)).filter((status) => status === 200)).toEqual([])
    const [code] = await app.sql<{ attempts: number }>('select max(attempts) as attempts from customer_code')
    expect(code!.attempts).toBe(5)
    await app.sql('delete from rate_limit')
    expect([await here(Code), await there(Code)]).toEqual([409, 409])
    await restarted()
    expect(await there(Code)).toBe(409)
  })

  test('two servers: a right code that is sent fifty times at once signs in once', async () => {
    const { Code, here, there } = await codeOfMember()
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, round) => (round % 6 === 0 ? there(Code) : here(Code))),
    )
    expect(all.filter((status) => status === 200)).toHaveLength(1)
  })

  test('two servers: both refuse a second code within a minute', async () => {
    const { Identifier } = await codeOfMember()
    const again = async () => (await asStranger('/auth/customer/code', { Identifier })).status
    // Requests the first code from another network, so that it does not count for this one.
    expect([await again(), await again()]).toEqual([200, 429])
    await restarted()
    expect(await again()).toBe(429)
  })

  test('two servers: for one network, both together accept five responses an hour to a form', async () => {
    const { FeedbackId, questions } = await ratingForm(app)
    const body = () => ({
      FeedbackId,
      Language: 'en' as const,
      SubmissionKey: crypto.randomUUID(),
      Answers: [{ QuestionId: questions[0]!.QuestionId, Number: 5 }],
    })
    const here = async () => (await app.call(submitPublicForm, body(), { as: null, ip })).status
    const there = async () => (await asStranger('/feedback/public/submit', body())).status
    expect([await here(), await there(), await here(), await there(), await here()]).toEqual(Array(5).fill(201))
    expect([await here(), await there()]).toEqual([429, 429])
    await restarted()
    expect(await there()).toBe(429)
  })
})
