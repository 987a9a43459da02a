import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { FeedEvent } from '#areas/event-feed/contract.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import * as contract from '#areas/webhooks/contract.ts'
import { parseAllowedHost } from '#areas/webhooks/server/allowed-hosts.ts'
import { type DeliverySettings, deliverDueEvents } from '#areas/webhooks/server/delivery/dispatcher.ts'
import type { Endpoint, RequestBody } from '#kit/contract/endpoint.ts'
import { hq, jobContext, make, type TestApp } from '../harness.ts'

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  event: FeedEvent
}

/** The data of the events that the tests publish. */
export const pointsData = {
  HistoryId: 1,
  LedgerNo: 1,
  Kind: 'Earned',
  Points: 1,
  BusinessDate: '2026-11-21',
  AvailableFrom: null,
  ExpiryDate: null,
  InvoiceNo: null,
  ReferenceCode: null,
  OutletCode: null,
}

type Answer = number | ((response: ServerResponse) => void)

/** A receiver of webhooks on this machine. `answer` decides about each request; by default it accepts all. */
export function webhookReceiver() {
  const receiver = {
    received: [] as ReceivedWebhook[],
    answer: (() => 204) as (request: ReceivedWebhook) => Answer | Promise<Answer>,
    port: 0,
    url: (path = '/') => `http://127.0.0.1:${receiver.port}${path}`,
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { data } = JSON.parse(text)
    const received = { path: request.url!, headers: request.headers, text, event: data }
    receiver.received.push(received)
    const answer = await receiver.answer(received)
    if (typeof answer === 'function') answer(response)
    else response.writeHead(answer).end()
  })
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    receiver.port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  return receiver
}

/** Helpers for tests of webhooks on a server whose operator allows the receiver. */
export function webhooks(app: TestApp, receiver: ReturnType<typeof webhookReceiver>) {
  /** Makes a call of head office that must succeed. */
  const call = async <E extends Endpoint>(endpoint: E, input: RequestBody<E>) => {
    const { body, status, refusal } = await app.call(endpoint, input, hq)
    if (status > 201) throw new Error(JSON.stringify(refusal))
    return body
  }
  const limits = { ms: 2_000, replyBytes: 65_536 }
  return {
    call,
    async refusalOf<E extends Endpoint>(endpoint: E, input: RequestBody<E>) {
      const { status, refusal } = await app.call(endpoint, input, hq)
      return [status, refusal?.code]
    },
    find: (EndpointId: number) => call(contract.getEndpoint, { EndpointId }),
    log: async (EndpointId: number) =>
      (await call(contract.listDeliveries, { Rows: 1_000, Search: { EndpointId } })).rows,
    lines: async (EndpointId: number) => (await call(contract.listLines, { Search: { EndpointId } })).rows,
    member: () => `JC${make.nextNumber()}`,
    /** Removes all endpoints, and publishes what happened so far. */
    async reset(at: string) {
      app.clock.set(at)
      await publishEvents(jobContext(app))
      for (const { EndpointId } of (await call(contract.listEndpoints, {})).rows)
        await call(contract.removeEndpoint, { EndpointId })
      receiver.received.length = 0
      receiver.answer = () => 204
    },
    async endpoint(more: Partial<RequestBody<typeof contract.addEndpoint>> = {}) {
      app.services.eventHosts = [parseAllowedHost(`127.0.0.1:${receiver.port}`)!]
      return call(contract.addEndpoint, { Name: `Endpoint ${make.nextNumber()}`, Url: receiver.url(), ...more })
    },
    /** Publishes one event for each membership number, in this order. */
    async publish(...members: string[]) {
      for (const MembershipNo of members)
        await sql`insert into event_outbox (type, membership_no, data, occurred_at)
          values ('points.moved', ${MembershipNo}, ${JSON.stringify(pointsData)}, ${app.clock.now()})`.execute(app.db)
      await publishEvents(jobContext(app))
    },
    deliver: (settings: DeliverySettings = {}) =>
      deliverDueEvents(jobContext(app), { limits, random: () => 0.5, ...settings }),
    /** Each delivered event as member and number of the event of the member. */
    received: () => receiver.received.map(({ event }) => `${event.MembershipNo} ${event.MemberSequence}`),
    rows: <Row extends object>(text: string, ...values: unknown[]) => app.sql<Row>(text, ...values),
  }
}
