import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { approveRequest } from '#areas/approvals/contract.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import { requestErasure } from '#areas/privacy/contract.ts'
import { runErasures } from '#areas/privacy/server/erasure-job.ts'
import { registered } from '#tests/factories/customers.ts'
import { pointsData, webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract.ts'
import { createWebhookSecret } from '../signature.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { call, deliver, endpoint, find, lines, log, member, publish, received, reset } = webhooks(app, receiver)
const HOUR = 3_600
const DAY = 24 * HOUR
const approver = staffWith({
  roles: ['Customer'],
  privileges: ['Approve Requests', 'Manage Personal Data'],
  outlet: 'HQ',
})

/** True if the reference library accepts the last request. The library compares the time with the machine's clock. */
function verifies(secret: string) {
  const { headers, text } = receiver.received.at(-1)!
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() })
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  } finally {
    vi.useRealTimers()
  }
}

/** Fails the events of one member. */
const failFor = (failing: string, status = 500) => {
  receiver.answer = ({ event }) => (event.MembershipNo === failing ? status : 204)
}

beforeEach(() => reset(START))

describe('requests', () => {
  test('webhooks: the reference library of Standard Webhooks accepts each request', async () => {
    const { Secret } = await endpoint()
    const MembershipNo = member()
    await publish(MembershipNo)
    await deliver()
    const [{ headers, text }] = receiver.received as [(typeof receiver.received)[0]]
    expect(headers['webhook-timestamp']).toBe(`${Math.floor(app.clock.now().getTime() / 1_000)}`)
    expect(verifies(Secret)).toBe(true)
    expect(verifies(createWebhookSecret())).toBe(false)
    expect(JSON.parse(text)).toEqual({
      type: 'points.moved',
      timestamp: START,
      data: {
        Type: 'points.moved',
        Cursor: expect.stringMatching(/_\d+$/),
        Version: 1,
        MembershipNo,
        MemberSequence: 1,
        CustomerId: null,
        OccurredAt: START,
        Data: pointsData,
      },
    })
  })

  test('webhooks: during a rotation, each of both secrets verifies the requests', async () => {
    const { Endpoint, Secret } = await endpoint()
    const rotated = await call(contract.rotateSecret, { EndpointId: Endpoint.EndpointId })
    expect(rotated.Secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(rotated.Endpoint.PreviousSecretUntil).toBe('2026-11-22T02:05:00.000Z')
    await publish(member())
    await deliver()
    expect([verifies(Secret), verifies(rotated.Secret)]).toEqual([true, true])
    app.clock.advance(DAY)
    await publish(member())
    await deliver()
    expect([verifies(Secret), verifies(rotated.Secret)]).toEqual([false, true])
    app.clock.set(START)
    await call(contract.endPreviousSecret, { EndpointId: Endpoint.EndpointId })
    await publish(member())
    await deliver()
    expect([verifies(Secret), verifies(rotated.Secret)]).toEqual([false, true])
  })

  test('webhooks: an endpoint with types gets only events of these types', async () => {
    await endpoint({ Types: ['sale.entered'] })
    await publish(member())
    await app.sql(
      `insert into event_outbox (type, membership_no, data, occurred_at) values ('sale.entered', 'JCT', '{}', now())`,
    )
    await publish(member())
    await deliver()
    expect(receiver.received.map(({ event }) => event.Type)).toEqual(['sale.entered'])
    const { Endpoints, LastPosition } = await call(contract.getFeedStatus, {})
    expect(Endpoints).toMatchObject([{ Position: LastPosition, LagEvents: 0, LagSeconds: 0 }])
  })

  test('webhooks: a new endpoint gets the events from then on', async () => {
    await publish(member())
    await endpoint()
    const MembershipNo = member()
    await publish(MembershipNo)
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`])
  })

  test('webhooks: the erasure of a customer reaches the endpoints and leaves nothing personal in the log', async () => {
    const { CustomerId, MembershipNo } = await registered(app.db, { FullName: 'Aisyah Canary' })
    const { Endpoint } = await endpoint()
    const Reason = 'Asked in writing'
    const { ApprovalId } = await call(requestErasure, { CustomerId, Reason, Confirm: MembershipNo })
    const approved = await app.call(approveRequest, { ApprovalId }, approver)
    expect(approved.status).toBe(200)
    await runErasures(jobContext(app))
    await publishEvents(jobContext(app))
    await deliver()
    expect(receiver.received.map(({ event }) => [event.Type, event.CustomerId])).toContainEqual([
      'customer.erased',
      CustomerId,
    ])
    expect(receiver.received.map(({ text }) => text).join()).not.toContain('Canary')
    expect(JSON.stringify(await log(Endpoint.EndpointId))).not.toContain('Canary')
  })
})

describe('order', () => {
  test('webhooks: the events of each member arrive in their order', async () => {
    await endpoint()
    const [one, two] = [member(), member()]
    await publish(one, two, one, two, one)
    await deliver()
    const of = (no: string) => received().filter((event) => event.startsWith(no))
    expect(of(one)).toEqual([`${one} 1`, `${one} 2`, `${one} 3`])
    expect(of(two)).toEqual([`${two} 1`, `${two} 2`])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
  })

  test('webhooks: a member whose event fails waits, while the other members go on', async () => {
    const { Endpoint } = await endpoint()
    const [failing, other] = [member(), member()]
    failFor(failing)
    await publish(failing, other, failing, other)
    await deliver()
    await publish(failing, other)
    await deliver()
    expect(received().sort()).toEqual([`${failing} 1`, `${other} 1`, `${other} 2`, `${other} 3`].sort())
    expect(await lines(Endpoint.EndpointId)).toMatchObject([
      { MembershipNo: failing, Status: 'Waiting', Attempts: 1, StatusCode: 500, Error: 'Status', Type: 'points.moved' },
    ])
    receiver.answer = () => 204
    app.clock.advance(60)
    await deliver()
    expect(received().filter((event) => event.startsWith(failing))).toEqual([
      `${failing} 1`,
      `${failing} 1`,
      `${failing} 2`,
      `${failing} 3`,
    ])
    const ids = receiver.received
      .filter(({ event }) => event.MembershipNo === failing)
      .map(({ headers }) => headers['webhook-id'])
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
    expect(await lines(Endpoint.EndpointId)).toEqual([])
    await publish(failing)
    await deliver()
    expect(received().at(-1)).toBe(`${failing} 4`)
  })

  test('webhooks: a member who does not get an answer delays no other member', async () => {
    await endpoint()
    const [slow, other] = [member(), member()]
    let finish = () => {}
    receiver.answer = ({ event }) =>
      event.MembershipNo === slow && finish.name !== 'done'
        ? new Promise((resolve) => {
            finish = () => resolve(204)
          })
        : 204
    await publish(slow, other)
    const delivering = deliver({ limits: { ms: 20_000, replyBytes: 100 } })
    await expect.poll(() => received(), { timeout: 20_000 }).toContain(`${other} 1`)
    await publish(slow, other)
    await expect.poll(() => received(), { timeout: 20_000 }).toContain(`${other} 2`)
    expect(received()).not.toContain(`${slow} 2`)
    receiver.answer = () => 204
    finish()
    await delivering
    expect(received().filter((event) => event.startsWith(slow))).toEqual([`${slow} 1`, `${slow} 2`])
  })

  test('webhooks: a line is parked after three days, and continues in order when staff resume it', async () => {
    const { Endpoint } = await endpoint()
    const [failing, other] = [member(), member()]
    failFor(failing)
    await publish(failing, failing)
    await deliver()
    for (let hour = 0; hour < 80; hour++) {
      app.clock.advance(HOUR)
      await publish(other)
      await deliver()
    }
    const [line] = await lines(Endpoint.EndpointId)
    expect(line).toMatchObject({ Status: 'Parked', NextAttemptAt: null, FirstFailedAt: START })
    expect(await find(Endpoint.EndpointId)).toMatchObject({ Status: 'Active', ParkedLines: 1, WaitingLines: 0 })
    const before = received().length
    app.clock.advance(30 * DAY)
    await deliver()
    expect(received()).toHaveLength(before)
    receiver.answer = () => 204
    await call(contract.resumeLine, { LineId: line!.LineId })
    await deliver()
    expect(received().slice(before)).toEqual([`${failing} 1`, `${failing} 2`])
  })

  test('webhooks: a line waits as long as the receiver asks for, at most an hour', async () => {
    const { Endpoint } = await endpoint()
    for (const [seconds, waited] of [
      [600, 600],
      [DAY, HOUR],
    ] as const) {
      receiver.answer = () => (response) => response.writeHead(429, { 'retry-after': `${seconds}` }).end()
      const failing = member()
      await publish(failing)
      await deliver()
      const line = (await lines(Endpoint.EndpointId)).find(({ MembershipNo }) => MembershipNo === failing)
      expect(line?.NextAttemptAt).toBe(new Date(app.clock.now().getTime() + waited * 1_000).toISOString())
    }
  })

  test('webhooks: staff drop the first event of a line, or all that wait', async () => {
    const { Endpoint } = await endpoint()
    const failing = member()
    failFor(failing)
    await publish(failing, failing, failing)
    await deliver()
    const [line] = await lines(Endpoint.EndpointId)
    receiver.received.length = 0
    await call(contract.dropLine, { LineId: line!.LineId })
    await deliver()
    expect(received()).toEqual([`${failing} 2`])
    await call(contract.dropLine, { LineId: line!.LineId, Events: 'All' })
    receiver.answer = () => 204
    await publish(failing)
    await deliver()
    expect(received()).toEqual([`${failing} 2`, `${failing} 4`])
    expect((await app.call(contract.dropLine, { LineId: line!.LineId })).refusal.code).toBe('webhooks.line_not_found')
  })
})
