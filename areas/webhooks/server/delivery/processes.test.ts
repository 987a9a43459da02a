import { beforeEach, describe, expect, test } from 'vitest'
import { webhookReceiver, webhooks } from '#tests/factories/webhooks.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { deliverDueEvents } from './dispatcher.ts'

const START = '2026-11-21T02:05:00.000Z'
const app = useApp({ at: START })
const receiver = webhookReceiver()
const { deliver, endpoint, log, member, publish, received, reset, rows } = webhooks(app, receiver)

beforeEach(() => reset(START))

describe('processes', () => {
  test('webhooks: events that a killed process had claimed are delivered again by another one', async () => {
    const { Endpoint } = await endpoint()
    const MembershipNo = member()
    await publish(MembershipNo, MembershipNo)
    // The killed process has sent the first event and recorded nothing.
    await app.sql(
      `update webhook_progress set claimed_by = 'killed', claimed_until = $1 where endpoint_id = $2`,
      new Date(app.clock.now().getTime() + 45_000),
      Endpoint.EndpointId,
    )
    await deliver()
    expect(received()).toEqual([])
    app.clock.advance(46)
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`, `${MembershipNo} 2`])
  })

  test('webhooks: a process that has lost its claim records nothing', async () => {
    const { Endpoint } = await endpoint()
    const MembershipNo = member()
    await publish(MembershipNo)
    receiver.answer = async () => {
      await app.sql(`update webhook_progress set claimed_by = 'other' where endpoint_id = $1`, Endpoint.EndpointId)
      return 204
    }
    await deliver()
    expect(await log(Endpoint.EndpointId)).toEqual([])
    receiver.answer = () => 204
    app.clock.advance(46)
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`, `${MembershipNo} 1`])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('webhooks: two processes at once send each event once and in the order of its member', async () => {
    await endpoint()
    await endpoint()
    const members = Array.from({ length: 20 }, member)
    await publish(...members, ...members, ...members)
    await Promise.all([deliver(), deliver(), deliver()])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([120, 120])
    for (const MembershipNo of members)
      for (const endpointId of new Set(ids.map((id) => String(id).split('_')[1]))) {
        const sequence = receiver.received
          .filter(
            ({ event, headers }) =>
              event.MembershipNo === MembershipNo && String(headers['webhook-id']).split('_')[1] === endpointId,
          )
          .map(({ event }) => event.MemberSequence)
        expect(sequence).toEqual([1, 2, 3])
      }
  })

  test('webhooks: a server that stops sends nothing more, and loses nothing', async () => {
    await endpoint()
    const MembershipNo = member()
    await publish(MembershipNo, MembershipNo, MembershipNo)
    let isStopped = false
    receiver.answer = () => {
      isStopped = true
      return 204
    }
    await deliver({ isStopped: () => isStopped })
    expect(received()).toEqual([`${MembershipNo} 1`])
    await deliver()
    expect(received()).toEqual([`${MembershipNo} 1`, `${MembershipNo} 2`, `${MembershipNo} 3`])
  })

  test('webhooks: no database transaction is open during a request', async () => {
    await endpoint()
    await publish(member())
    let open: object[] = []
    receiver.answer = async () => {
      open = await rows(
        `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and state like 'idle in transaction%'`,
      )
      return 204
    }
    await deliver()
    expect(open).toEqual([])
  })

  test('webhooks: 400 events of many members need few statements', async () => {
    await endpoint()
    await publish(...Array.from({ length: 400 }, member))
    let transactions = 0
    const context = jobContext(app)
    const pool = new Proxy(context.database.pool, {
      get: (target, name) => {
        if (name === 'connect') transactions++
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await deliverDueEvents({ ...context, database: { ...context.database, pool } })
    expect(receiver.received).toHaveLength(400)
    expect(transactions).toBeLessThan(40)
  })
})
