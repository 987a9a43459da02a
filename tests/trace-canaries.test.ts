import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { startTelemetry, type Telemetry } from '#app/server/telemetry.ts'
import { signIn } from '#areas/access/contract.ts'
import { startMailRelay } from '#areas/messages/server/index.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { queueMail } from '#kit/server/outbox.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { TRACED_STATEMENTS_MAX, traceWork } from '#kit/server/tracing.ts'
import { bodyFor, plausibleWords, seeded, type TextGenerator } from './factories/generated-bodies.ts'
import { member } from './factories/sales.ts'
import { hq, jobContext, useApp } from './harness.ts'
import { attributeOf, startOtlpReceiver, telemetryTo } from './otlp-receiver.ts'
import { runSize } from './run-size.ts'

// Sends personal data and secrets in every field of every call, and searches the traces that a collector receives.

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let telemetry: Telemetry
const start = () => {
  telemetry = startTelemetry(telemetryTo(receiver.endpoint), () => {})
}
// Connections have spans only if the tracer is installed before they are opened.
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  start()
})
afterAll(async () => {
  await telemetry.stop()
  await receiver.stop()
})
const app = useApp({ log: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
const lines: string[] = []

/** Sends all spans to the receiver and returns them. */
async function receivedSpans() {
  await telemetry.stop()
  start()
  return receiver.spans()
}

const canaries = {
  IdNo: '880101145678',
  ContactNo: '+60123456789',
  Email: 'canary.person@carat.example',
  Name: 'CANARY PERSON',
  Password: 'canary password for the trace',
  Passcode: 'CANRY2B4F6',
}
const planted: TextGenerator = (name, random) => {
  if (random() < 0.4) return plausibleWords(name, random)
  if (/IdNo/.test(name)) return canaries.IdNo
  if (/Contact|Phone|Mobile/.test(name)) return canaries.ContactNo
  if (/Email|^To$/.test(name)) return canaries.Email
  if (/Password|Secret/.test(name)) return canaries.Password
  if (/Passcode|Code$/.test(name)) return canaries.Passcode
  return canaries.Name
}

test('traces: no call sends an identity number, phone, e-mail, name, password, code or token to the collector', async () => {
  const { token } = await app.token(hq)
  await member(app.db)
  receiver.clear()
  const random = seeded(20_261_130)
  const endpoints = jsonRoutes
    .map(({ endpoint }) => endpoint)
    .filter((_, index) => index % runSize({ quick: 3, full: 1 }) === 0)
    // Sign-out and similar calls come last, because they end the session of the caller.
    .sort((one, other) => Number(one.path.startsWith('/auth')) - Number(other.path.startsWith('/auth')))
  for (const [index, endpoint] of endpoints.entries()) {
    const path = endpoint.path.replace(/:(\w+)/g, () => encodeURIComponent(canaries.IdNo))
    await app.inject({
      method: endpoint.method,
      url: `${API_BASE}${path}?${index % 2 ? new URLSearchParams({ q: canaries.Email }) : ''}`,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: `sid=${token}`,
        'user-agent': canaries.Name,
        tracestate: `carat=${canaries.Passcode}`,
        baggage: `name=${canaries.Email}`,
      },
      ...(endpoint.method !== 'GET' && { payload: bodyFor(endpoint, random, planted) as object }),
    })
    // Sends the spans before the queue is full and drops some.
    if (index % 20 === 0) await receivedSpans()
  }
  await app.call(signIn, { Username: canaries.Email, Password: canaries.Password }, null)
  const spans = await receivedSpans()

  const text = receiver.text()
  const leaked = Object.entries({ ...canaries, token }).filter(([, value]) => text.includes(value))
  expect(leaked.map(([name]) => name)).toEqual([])
  expect(text).not.toMatch(/880101145678|canary/i)
  // Expects spans of most calls with statements below them.
  const calls = new Set(spans.filter(({ kind }) => kind === 2).map(({ name }) => name))
  expect(calls.size).toBeGreaterThan(endpoints.length * 0.9)
  expect(spans.filter((span) => attributeOf(span, 'db.query.summary')).length).toBeGreaterThan(endpoints.length)
})

test('traces: a call has its route, status and statements, and continues the trace of its caller', async () => {
  receiver.clear()
  const { token } = await app.token(hq)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { status, headers } = await app.inject({
    method: 'POST',
    url: `${API_BASE}/customer/memberships/find-all`,
    headers: { authorization: `Bearer ${token}`, traceparent: `00-${traceId}-00f067aa0ba902b7-00` },
    payload: {},
  })
  expect(status).toBe(200)
  const spans = await receivedSpans()
  const call = spans.find(({ name }) => name === `POST ${API_BASE}/customer/memberships/find-all`)!
  expect(call).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(attributeOf(call, 'http.response.status_code')).toBe(200)
  expect(attributeOf(call, 'carat.request_id')).toBe(headers['x-request-id'])
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(statements.every((span) => span.traceId === traceId)).toBe(true)
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'commit', expect.stringMatching(/^select membership\b/)]),
  )
})

test('traces: a refused call has its trace id in the reply and in the log line', async () => {
  receiver.clear()
  lines.splice(0)
  const { body } = await app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/sign-in`,
    payload: { Username: 'x', Password: 'y' },
  })
  const { traceId } = body as { traceId: string }
  expect(traceId).toMatch(/^[\da-f]{32}$/)
  const call = (await receivedSpans()).find((span) => span.traceId === traceId && span.kind === 2)!
  expect(attributeOf(call, 'carat.code')).toBe('access.wrong_credentials')
  await expect.poll(() => lines.join('')).toContain(`"traceId":"${traceId}"`)
})

test('traces: a failed statement has its SQLSTATE and no message', async () => {
  receiver.clear()
  const failing = 'select from customer where customer_id = $1::int'
  await traceWork({ name: 'test', kind: 'internal' }, () =>
    app.database.pool.query(failing, [canaries.Name]).then(undefined, () => {}),
  )
  const span = (await receivedSpans()).find(({ name }) => name === 'select customer')!
  expect(attributeOf(span, 'db.response.status_code')).toBe('22P02')
  expect(span.status).toEqual({ code: 2 })
  expect(receiver.text()).not.toContain(canaries.Name)
})

test('traces: the statements of work beyond the limit have no spans but are counted', async () => {
  receiver.clear()
  await traceWork({ name: 'long work', kind: 'internal' }, async () => {
    for (let statement = 0; statement < TRACED_STATEMENTS_MAX + 5; statement++)
      await app.database.pool.query('select 1')
  })
  const spans = await receivedSpans()
  const work = spans.find(({ name }) => name === 'long work')!
  expect(attributeOf(work, 'carat.statements')).toBe(TRACED_STATEMENTS_MAX + 5)
  expect(spans.filter(({ parentSpanId }) => parentSpanId === work.spanId)).toHaveLength(TRACED_STATEMENTS_MAX)
})

test('traces: each step of the nightly batch is a span with its rows and chunks', async () => {
  receiver.clear()
  let rounds = 0
  const chunk = async () => (rounds++ < 2 ? { FirstKey: 'a', LastKey: 'b', Done: 3 } : undefined)
  await runNightlyBatch(jobContext(app), [{ name: 'count', chunk }])
  const step = (await receivedSpans()).find(({ name }) => name === 'nightly count')!
  expect([attributeOf(step, 'carat.rows'), attributeOf(step, 'carat.chunks')]).toEqual([6, 2])
})

test('traces: a sent message is a span without its recipient and subject', async () => {
  receiver.clear()
  await queueMail(app.db, { To: canaries.Email, Subject: canaries.Name, Body: canaries.Password }, app.clock.now())
  const relay = startMailRelay({
    database: app.database,
    clock: app.clock.now,
    smtpUrl: undefined,
    from: 'Carat <no-reply@carat.example>',
    demo: true,
  })
  await expect.poll(async () => (await app.sql(`select from outbox_message where status = 'Queued'`)).length).toBe(0)
  await relay.stop()
  const sent = (await receivedSpans()).find(({ name }) => name === 'send Email')!
  expect(attributeOf(sent, 'carat.channel')).toBe('Email')
  expect(receiver.text()).not.toMatch(/canary/i)
})
