import { beforeEach, describe, expect, test } from 'vitest'
import { webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { call, deliver, endpoint, log, member, publish, received, refusalOf, reset } = webhooks(app, receiver)

beforeEach(() => reset(START))

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
