import { expect, test } from 'vitest'
import { pointsData, webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { hq, make, useApp } from '#tests/harness.ts'
import { getFeedStatus } from '../contract.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const { publish } = webhooks(app, webhookReceiver())
const member = () => `JC${make.nextNumber()}`
const readStatus = async () => (await app.call(getFeedStatus, {}, hq)).body

test('feed status: names the oldest stored event, and for how long the oldest event waits for its publication', async () => {
  await app.sql('delete from event_outbox')
  expect(await readStatus()).toMatchObject({ OldestPosition: null, OldestPublishedAt: null, PublisherLagSeconds: 0 })

  await publish(member(), member())
  const { LastPosition } = await readStatus()
  expect(await readStatus()).toMatchObject({
    OldestPosition: LastPosition - 1,
    OldestPublishedAt: START,
    PublisherLagSeconds: 0,
  })

  await app.sql(
    `insert into event_outbox (type, membership_no, data, occurred_at) values ('points.moved', $1, $2, $3)`,
    member(),
    JSON.stringify(pointsData),
    START,
  )
  app.clock.set('2026-11-21T02:07:00.000Z')
  expect(await readStatus()).toMatchObject({ LastPosition, PublisherLagSeconds: 120 })
})
