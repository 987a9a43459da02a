import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EventType, eventSchemas, eventTypes, type FeedEvent, listEvents } from '#areas/event-feed/contract.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import { awardSalePoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { stock, voucherReward } from '#tests/factories/rewards.ts'
import { addEarningRules, cardCategory, companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, systemWith, useApp } from '#tests/harness.ts'
import { webhookExamplesFile } from './api-webhooks.ts'

// Records the examples of webhooks: an event of each type, as the triggers of the feed write it.
// To write them, run `API_EXAMPLES=write npx vitest run app/server/api-webhooks.test.ts`.

const app = useApp({ at: '2026-11-21T02:05:00Z', apiDocs: true })
const till = systemWith('sales:write', 'sales:cancel')

type Schema = { $ref?: string; properties: Record<string, Schema>; const?: string }
type Webhook = {
  tags: string[]
  parameters: { $ref: string }[]
  requestBody: { content: { 'application/json': { schema: Schema; example: { type: string; data: FeedEvent } } } }
}
type Document = {
  webhooks: Record<string, { post: Webhook }>
  components: { schemas: Record<string, Schema>; parameters: Record<string, { name: string; in: string }> }
}

let document: Document
const recorded = {} as Record<EventType, FeedEvent>

/** Causes an event of each type: the usual ones by calls, rare ones by a change of the record. */
beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
  await cardCategory(app.db, 'GOLD')
  const { MembershipNo, CustomerId } = await member(app.db)
  const other = await member(app.db)
  const enter = async (body: object) => {
    const { status, refusal } = await app.call(addTransaction, { OutletCode: 'KLCC', ...body } as never, till)
    if (status !== 201) throw new Error(refusal.message)
  }
  const sale = { TransactionType: 'N', Details: [line('500')] }
  await enter({ ...sale, InvoiceNo: 'KLCC-0001', MembershipNo })
  await enter({ TransactionType: 'C', OriginalInvoiceNo: 'KLCC-0001' })
  await enter({ ...sale, InvoiceNo: 'KLCC-0002' })
  const awarded = await app.call(awardSalePoints, { MembershipNo, InvoiceNo: 'KLCC-0002' } as never, hq)
  if (awarded.status !== 201) throw new Error(awarded.refusal.message)
  const { RewardId } = await voucherReward(app.db, 1)
  await stock(app.db, RewardId, 'KLCC', 5)
  await app.sql(
    `select issue_reward($1, $2, '{}', jsonb_build_object('Today', date '2026-11-21', 'At', now(), 'OutletCode', 'KLCC', 'StaffId', null,
       'CreatedById', null, 'UserName', 'test'))`,
    MembershipNo,
    RewardId,
  )
  await app.sql(
    `update customer_reward set status = 'Cancelled', cancelled_date = now() where membership_no = $1`,
    MembershipNo,
  )
  await app.sql(`update membership set card_category_code = 'GOLD' where membership_no = $1`, other.MembershipNo)
  await app.sql(`update membership set status = 'Suspended' where membership_no = $1`, other.MembershipNo)
  await app.sql(
    `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Counter', now())`,
    CustomerId,
  )
  await app.sql(
    `insert into member_merge (survivor_customer_id, merged_customer_id, survivor_membership_no, merged_membership_no, reason, requested_by, merged_by, merged_at)
     values ($1, $2, $3, $4, 'The same person', 'test', 'test', now())`,
    ...[CustomerId, other.CustomerId, MembershipNo, other.MembershipNo],
  )
  await app.sql(`update member_merge set status = 'Unmerged', unmerged_at = now(), unmerge_reason = 'Two persons'`)
  await app.sql(
    `insert into task (name, customer_id, building_id, due_date) select 'Call', $1, min(building_id), now() from building`,
    CustomerId,
  )
  await app.sql(`update customer set language = 'Malay' where customer_id = $1`, other.CustomerId)
  await app.sql(`update customer set status = 'Deleted' where customer_id = $1`, other.CustomerId)
  await app.sql('update customer set erased_at = now() where customer_id = $1', other.CustomerId)
  await publishEvents(jobContext(app))
  const { body } = await app.call(listEvents, { limit: 1_000 }, systemWith('events:read'))
  for (const event of body.Events) recorded[event.Type] ??= event
  if (process.env.API_EXAMPLES === 'write')
    writeFileSync(
      webhookExamplesFile,
      `${JSON.stringify(Object.fromEntries(eventTypes.map((type) => [type, recorded[type]])), null, 2)}\n`,
    )
  // The document is built at the first request, after the examples are written.
  document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).body as Document
})

describe('webhooks in the API document', () => {
  test('API document: each type of event has a webhook, and no other', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes])
  })

  test.each(eventTypes)(
    'API document: the webhook %s has type, timestamp and event, and the headers of Standard Webhooks',
    (type) => {
      const { parameters, requestBody } = document.webhooks[type]!.post
      const names = parameters.map(({ $ref }) => document.components.parameters[$ref.split('/').at(-1)!])
      expect(names).toMatchObject(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
        })),
      )
      const { schema } = requestBody.content['application/json']
      expect(schema).toMatchObject({
        properties: { type: { const: type }, timestamp: { format: 'date-time' } },
        required: ['type', 'timestamp', 'data'],
      })
      const component = document.components.schemas[schema.properties.data!.$ref!.split('/').at(-1)!]!
      expect(component.properties.Type).toMatchObject({ const: type })
    },
  )

  test.each(eventTypes)('API document: the example of the webhook %s is an event as the feed writes it', (type) => {
    const { example } = document.webhooks[type]!.post.requestBody.content['application/json']
    expect(eventSchemas[type].safeParse(example.data).error?.issues ?? []).toEqual([])
    expect(example).toMatchObject({ type, timestamp: example.data.OccurredAt })
    const stored = JSON.parse(readFileSync(webhookExamplesFile, 'utf8'))[type]
    expect(Object.keys(stored)).toEqual(Object.keys(recorded[type]))
    expect(Object.keys(stored.Data).sort()).toEqual(Object.keys(recorded[type].Data).sort())
  })
})
