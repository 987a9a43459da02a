import { beforeEach, describe, expect, test } from 'vitest'
import { listEvents } from '#areas/event-feed/contract.ts'
import { webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { jobContext, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import * as contract from '../contract.ts'
import { deleteOldDeliveries } from './delete-old-deliveries.ts'
import { openWebhookSecrets, reencryptWebhookSecretsJob, type SealedSecrets } from './secrets.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { call, deliver, endpoint, find, log, member, publish, refusalOf, reset } = webhooks(app, receiver)
const DAY = 24 * 3_600

beforeEach(() => reset(START))

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
