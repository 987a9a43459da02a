import { beforeEach, describe, expect, test } from 'vitest'
import { deleteOldEvents } from '#areas/event-feed/server/delete-old-events.ts'
import { webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { call, deliver, endpoint, find, member, publish, received, refusalOf, reset } = webhooks(app, receiver)
const DAY = 24 * 3_600

beforeEach(() => reset(START))

describe('pause', () => {
  test('webhook endpoint: a paused endpoint gets nothing, and after its resumption everything in order', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    const MembershipNo = member()
    await publish(MembershipNo)
    await deliver()
    expect(await call(contract.pauseEndpoint, { EndpointId })).toMatchObject({
      Status: 'Paused',
      PausedReason: 'Manual',
    })
    expect(await refusalOf(contract.pauseEndpoint, { EndpointId })).toEqual([409, 'webhooks.endpoint_paused'])
    await publish(MembershipNo, MembershipNo)
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`])
    expect(await call(contract.resumeEndpoint, { EndpointId })).toMatchObject({ Status: 'Active', PausedAt: null })
    expect(await refusalOf(contract.resumeEndpoint, { EndpointId })).toEqual([409, 'webhooks.endpoint_not_paused'])
    await deliver()
    expect(received()).toEqual([1, 2, 3].map((sequence) => `${MembershipNo} ${sequence}`))
  })

  test('webhook endpoint: 410 pauses it and writes to those who manage it, and nothing is lost', async () => {
    await app.token(hq)
    const [{ email }] = (await app.sql<{ email: string }>(
      `update staff set email = 'admin@carat.example' where staff_id = (select staff_id from user_account
         join user_role using (user_id) where role = 'User Roles' and kind = 'Staff' limit 1) returning email`,
    )) as [{ email: string }]
    const { Endpoint } = await endpoint()
    const MembershipNo = member()
    receiver.answer = () => 410
    await publish(MembershipNo, MembershipNo)
    await deliver()
    expect(await find(Endpoint.EndpointId)).toMatchObject({ Status: 'Paused', PausedReason: 'Gone', PausedAt: START })
    const [mail] = await app.sql<{ subject: string; body: string }>(
      `select subject, body from outbox_message where recipient = $1 order by created_at desc limit 1`,
      email,
    )
    expect(mail).toMatchObject({ subject: `Webhooks to ${Endpoint.Name} are paused` })
    expect(mail!.body).toContain('410 Gone')
    receiver.answer = () => 204
    receiver.received.length = 0
    await call(contract.resumeEndpoint, { EndpointId: Endpoint.EndpointId })
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`, `${MembershipNo} 2`])
  })

  test('webhook endpoint: after a day without a success it is paused, and resumed by hand it goes on', async () => {
    const { Endpoint } = await endpoint()
    const MembershipNo = member()
    receiver.answer = () => 500
    await publish(MembershipNo, MembershipNo)
    let hours = 0
    for (; hours < 40 && (await find(Endpoint.EndpointId)).Status === 'Active'; hours++) {
      await deliver()
      app.clock.advance(3_600)
    }
    expect(hours).toBeGreaterThan(24)
    expect(hours).toBeLessThan(31)
    expect(await find(Endpoint.EndpointId)).toMatchObject({ PausedReason: 'Failing', FailingSince: START })
    const [mail] = await app.sql<{ body: string }>(`select body from outbox_message order by created_at desc limit 1`)
    expect(mail!.body).toContain('no delivery has succeeded for a day')
    receiver.answer = () => 204
    receiver.received.length = 0
    await call(contract.resumeEndpoint, { EndpointId: Endpoint.EndpointId })
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`, `${MembershipNo} 2`])
    expect(await find(Endpoint.EndpointId)).toMatchObject({ FailingSince: null, WaitingLines: 0 })
  })

  test('webhook endpoint: a success within the day keeps it active', async () => {
    const { Endpoint } = await endpoint()
    const [failing, other] = [member(), member()]
    receiver.answer = ({ event }) => (event.MembershipNo === failing ? 500 : 204)
    await publish(failing)
    for (let hour = 0; hour < 40; hour++) {
      await deliver()
      app.clock.advance(3_600)
      if (hour % 20 === 10) await publish(other)
    }
    expect(await find(Endpoint.EndpointId)).toMatchObject({ Status: 'Active', WaitingLines: 1 })
  })

  test('webhook endpoint: a receiver that is down gets few requests, and everything in order once it is back', async () => {
    await endpoint()
    const members = Array.from({ length: 40 }, member)
    receiver.answer = () => 503
    await publish(...members, ...members)
    await deliver()
    const first = receiver.received.length
    expect(first).toBeLessThan(20)
    app.clock.advance(10)
    await deliver()
    expect(receiver.received.length).toBeLessThan(first + 4)
    receiver.answer = () => 204
    receiver.received.length = 0
    app.clock.advance(600)
    await deliver()
    for (const MembershipNo of members)
      expect(received().filter((event) => event.startsWith(`${MembershipNo} `))).toEqual([
        `${MembershipNo} 1`,
        `${MembershipNo} 2`,
      ])
  })

  test('webhook endpoint: if its next events are deleted, its resumption must be confirmed', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    await call(contract.pauseEndpoint, { EndpointId })
    await publish(member(), member())
    app.clock.advance(200 * DAY)
    const last = member()
    await publish(last)
    const chunk = { db: app.db, now: app.clock.now(), today: '2027-06-09', timeZone: 'UTC', after: '' }
    await deleteOldEvents.chunk(chunk)
    const { status, refusal } = await app.call(contract.resumeEndpoint, { EndpointId })
    const { LastPosition } = await call(contract.getFeedStatus, {})
    expect([status, refusal.code, refusal.params]).toEqual([409, 'webhooks.events_deleted', { Position: LastPosition }])
    await call(contract.resumeEndpoint, { EndpointId, SkipLost: true })
    await deliver()
    expect(received()).toEqual([`${last} 1`])
  })
})
