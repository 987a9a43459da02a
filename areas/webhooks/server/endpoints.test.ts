import { beforeEach, describe, expect, test } from 'vitest'
import { listEvents } from '#areas/event-feed/contract.ts'
import { deleteOldEvents } from '#areas/event-feed/server/delete-old-events.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import { webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { hq, jobContext, make, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import * as contract from '../contract.ts'
import { deleteOldDeliveries } from './delete-old-deliveries.ts'
import { openWebhookSecrets, reencryptWebhookSecretsJob, type SealedSecrets } from './secrets.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { endpoint, publish, deliver, received } = webhooks(app, receiver)
const DAY = 24 * 3_600
const member = () => `JC${make.nextNumber()}`

const call = async <E extends Parameters<typeof app.call>[0]>(one: E, input: Parameters<typeof app.call<E>>[1]) => {
  const { body, status, refusal } = await app.call(one, input, hq)
  if (status > 201) throw new Error(JSON.stringify(refusal))
  return body
}
const refusalOf = async <E extends Parameters<typeof app.call>[0]>(
  one: E,
  input: Parameters<typeof app.call<E>>[1],
) => {
  const { status, refusal } = await app.call(one, input, hq)
  return [status, refusal?.code]
}
const find = (EndpointId: number) => call(contract.getEndpoint, { EndpointId })
const log = async (EndpointId: number) =>
  (await call(contract.listDeliveries, { Rows: 1_000, Search: { EndpointId } })).rows

beforeEach(async () => {
  app.clock.set(START)
  await publishEvents(jobContext(app))
  for (const { EndpointId } of (await call(contract.listEndpoints, {})).rows)
    await call(contract.removeEndpoint, { EndpointId })
  receiver.received.length = 0
  receiver.answer = () => 204
})

describe('endpoints', () => {
  test('webhook endpoint: it is created, changed and deleted, and its secret is returned once', async () => {
    const { Endpoint, Secret } = await endpoint({ Types: ['sale.entered', 'sale.entered'] })
    expect(Secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(Endpoint).toMatchObject({ Status: 'Active', Types: ['sale.entered'], PreviousSecretUntil: null, Version: 1 })
    const { EndpointId } = Endpoint
    const changed = await call(contract.updateEndpoint, { EndpointId, Version: 1, Name: 'ERP', Types: [] })
    expect(changed).toMatchObject({ Name: 'ERP', Types: [], Version: 2 })
    expect(await refusalOf(contract.updateEndpoint, { EndpointId, Version: 1, Name: 'Other' })).toEqual([
      409,
      'kit.stale',
    ])
    const listed = await call(contract.listEndpoints, {})
    expect(listed).toEqual({ count: 1, rows: [changed] })
    expect(JSON.stringify(listed)).not.toContain(Secret.slice(6))
    await call(contract.removeEndpoint, { EndpointId })
    expect(await refusalOf(contract.getEndpoint, { EndpointId })).toEqual([404, 'webhooks.not_found'])
    await publish(member())
    await deliver()
    expect(receiver.received).toEqual([])
  })

  test('webhook endpoint: the secret is neither in the audit log nor readable in the database', async () => {
    const { Endpoint, Secret } = await endpoint()
    const { Secret: second } = await call(contract.rotateSecret, { EndpointId: Endpoint.EndpointId })
    const [{ text }] = (await app.sql<{ text: string }>(
      `select coalesce(string_agg(record::text, ' '), '') || coalesce((select string_agg(log::text, ' ') from audit_log log), '')
         || (select string_agg(endpoint::text, ' ') from webhook_endpoint endpoint) as text
       from audit_record record where table_name = 'webhook_endpoint'`,
    )) as [{ text: string }]
    expect(text).toContain('Rotate Webhook Secret')
    for (const secret of [Secret, second]) expect(text).not.toContain(secret.slice(6))
    const [{ sealed }] = (await app.sql<{ sealed: string }>(
      `select secret_sealed::text as sealed from webhook_endpoint where endpoint_id = $1`,
      Endpoint.EndpointId,
    )) as [{ sealed: string }]
    const audits = await app.sql(
      `select from audit_record where table_name = 'webhook_endpoint' and (previous_info like $1 or updated_info like $1)`,
      `%${sealed.slice(3, 23)}%`,
    )
    expect(audits).toEqual([])
  })

  test('webhook endpoint: outlet staff and staff without the role get 403', async () => {
    for (const caller of [staffWith({ roles: ['User Roles'] }), staffWith({ outlet: 'HQ', roles: ['Settings'] })])
      expect((await app.call(contract.listEndpoints, {}, caller)).status).toBe(403)
  })

  test.each([
    ['https://example.com/', 409, 'webhooks.host_not_allowed'],
    ['http://example.com/', 409, 'webhooks.http_not_allowed'],
    ['ftp://example.com/', 400, 'kit.invalid'],
    ['https://user:secret@example.com/', 400, 'kit.invalid'],
  ])('webhook endpoint: the URL %s is refused with %i %s', async (Url, status, code) => {
    const { Endpoint } = await endpoint()
    const add = await app.call(contract.addEndpoint, { Name: 'Other', Url })
    expect([add.status, add.refusal.code]).toEqual([status, code])
    const { EndpointId, Version } = Endpoint
    expect(await refusalOf(contract.updateEndpoint, { EndpointId, Version, Url })).toEqual([status, code])
  })

  test('webhook endpoint: two endpoints cannot have the same name', async () => {
    await endpoint({ Name: 'Warehouse' })
    expect(await refusalOf(contract.addEndpoint, { Name: 'WAREHOUSE', Url: receiver.url() })).toEqual([
      409,
      'webhooks.name_taken',
    ])
  })

  test('webhook endpoint: secrets are encrypted again after a rotation of the server secret', async () => {
    const { Endpoint, Secret } = await endpoint()
    const next = { ...app.services, secret: Buffer.alloc(32, 9), earlierSecret: app.services.secret }
    await reencryptWebhookSecretsJob.run(jobContext(app, { services: next }))
    const sealed = async () => {
      const row = await app.db
        .selectFrom('WebhookEndpoint')
        .selectAll()
        .where('EndpointId', '=', Endpoint.EndpointId)
        .executeTakeFirstOrThrow()
      return row as unknown as SealedSecrets
    }
    const keys = { secret: next.secret, earlierSecret: null }
    expect(openWebhookSecrets(keys, await sealed(), app.clock.now())).toEqual([Secret])
  })

  test('webhook endpoint: without the key of its secret it is paused with this reason', async () => {
    const { Endpoint } = await endpoint()
    await app.sql(`update webhook_endpoint set key_id = 'unknown' where endpoint_id = $1`, Endpoint.EndpointId)
    await publish(member())
    await deliver()
    expect(await find(Endpoint.EndpointId)).toMatchObject({ Status: 'Paused', PausedReason: 'Secret lost' })
    expect(receiver.received).toEqual([])
  })
})

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

describe('test and replay', () => {
  test('webhook test: a signed test event is sent at once, also to a paused endpoint', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    await call(contract.pauseEndpoint, { EndpointId })
    const result = await call(contract.testEndpoint, { EndpointId })
    expect(result).toMatchObject({ DeliveredYN: 'Y', StatusCode: 204, Error: null })
    expect(JSON.parse(receiver.received[0]!.text)).toMatchObject({ type: 'carat.test', data: { EndpointId } })
    expect(receiver.received[0]!.headers['webhook-id']).toBe(result.WebhookId)
    receiver.answer = () => 401
    expect(await call(contract.testEndpoint, { EndpointId })).toMatchObject({
      DeliveredYN: 'N',
      StatusCode: 401,
      Error: 'Status',
    })
    expect(await log(EndpointId)).toMatchObject([
      { Type: 'carat.test', Position: null, StatusCode: 401 },
      { Type: 'carat.test', Position: null, StatusCode: 204 },
    ])
    app.services.eventHosts = []
    expect(await call(contract.testEndpoint, { EndpointId })).toMatchObject({ Error: 'Host not allowed' })
  })

  test('webhook replay: the events of a range are sent again with their ids, and marked in the log', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    const MembershipNo = member()
    await publish(MembershipNo, MembershipNo, MembershipNo)
    await deliver()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    const positions = receiver.received.map(({ event }) => Number(event.Cursor.split('_')[1]))
    receiver.received.length = 0
    const replay = await call(contract.replayEvents, { EndpointId, FromPosition: positions[1]! })
    expect(replay).toMatchObject({ FromPosition: positions[1], ToPosition: positions[2], Status: 'Running' })
    expect(await refusalOf(contract.replayEvents, { EndpointId, FromPosition: 1 })).toEqual([
      409,
      'webhooks.replay_running',
    ])
    await publish(MembershipNo)
    await deliver()
    const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(sent.filter((id) => ids.includes(id))).toEqual(ids.slice(1))
    expect(sent).toHaveLength(3)
    expect((await log(EndpointId)).filter(({ ReplayId }) => ReplayId === replay.ReplayId)).toHaveLength(2)
    expect((await call(contract.listReplays, { EndpointId })).rows).toMatchObject([
      { ReplayId: replay.ReplayId, Status: 'Done', EndedAt: START, Position: positions[2] },
    ])
  })

  test('webhook replay: a range of times, an empty range and a missing range', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    app.clock.set('2028-03-01T02:05:00Z')
    await publish(member())
    app.clock.advance(3_600)
    const later = member()
    await publish(later)
    await deliver()
    receiver.received.length = 0
    await call(contract.replayEvents, { EndpointId, FromTime: '2028-03-01T03:00:00Z' })
    await deliver()
    expect(received()).toEqual([`${later} 1`])
    expect(await refusalOf(contract.replayEvents, { EndpointId })).toEqual([409, 'webhooks.range_needed'])
    expect(await refusalOf(contract.replayEvents, { EndpointId, FromTime: '2030-01-01T00:00:00Z' })).toEqual([
      409,
      'webhooks.range_empty',
    ])
  })

  test('webhook replay: a cancelled replay sends nothing more', async () => {
    const { Endpoint } = await endpoint()
    const { EndpointId } = Endpoint
    await publish(member())
    await deliver()
    receiver.received.length = 0
    const { ReplayId } = await call(contract.replayEvents, { EndpointId, FromPosition: 1 })
    expect(await call(contract.cancelReplay, { ReplayId })).toMatchObject({ Status: 'Cancelled' })
    expect(await refusalOf(contract.cancelReplay, { ReplayId })).toEqual([409, 'webhooks.replay_ended'])
    await deliver()
    expect(receiver.received).toEqual([])
  })
})

test('feed status: it has the lag of each endpoint and of each program that reads the feed', async () => {
  const consumer = systemWith('events:read')
  const { userId } = await app.token(consumer)
  const { Endpoint } = await endpoint()
  await publish(member())
  const { body } = await app.call(listEvents, { limit: 1_000 }, consumer)
  app.clock.advance(60)
  expect(await app.call(listEvents, { after: body.Cursor }, consumer)).toMatchObject({ status: 200 })
  await publish(member(), member())
  app.clock.advance(30)
  const status = await call(contract.getFeedStatus, {})
  const LastPosition = status.LastPosition
  expect(status.AllowedHosts).toEqual([`127.0.0.1:${receiver.port}`])
  expect(status.Endpoints).toMatchObject([
    { EndpointId: Endpoint.EndpointId, LagEvents: 3, LagSeconds: 90, Position: LastPosition - 3 },
  ])
  expect(status.Programs.find(({ UserId }) => UserId === userId)).toMatchObject({
    Position: LastPosition - 2,
    LagEvents: 2,
    LagSeconds: 30,
    ReadAt: '2026-11-21T02:06:00.000Z',
  })
})

testSetting(
  app,
  'webhooks.days',
  [
    [10, 0],
    [30, 1],
  ],
  async () => {
    const { Endpoint } = await endpoint()
    await publish(member())
    await deliver()
    const now = new Date(app.clock.now().getTime() + 20 * DAY * 1_000)
    await deleteOldDeliveries.chunk({ db: app.db, now, today: '2026-12-11', timeZone: 'UTC', after: '' })
    return (await log(Endpoint.EndpointId)).length
  },
)
