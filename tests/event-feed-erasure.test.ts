import { beforeAll, expect, test } from 'vitest'
import { approveRequest } from '#areas/approvals/contract.ts'
import { listEvents } from '#areas/event-feed/contract.ts'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import { requestErasure } from '#areas/privacy/contract.ts'
import { runErasures } from '#areas/privacy/server/erasure-job.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { merging, secondPerson } from './factories/merges.ts'
import { points, voucherReward } from './factories/rewards.ts'
import { addEarningRules, cardCategory, member } from './factories/sales.ts'
import { jobContext, systemWith, useApp } from './harness.ts'

// The event feed is never rewritten, so no event may contain personal data.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { merge, buy, cancelSale } = merging(app)

const identity = ['SITI NURHALIZA BINTI TARUDIN', '+60123995001', 'siti.nurhaliza@mail.example', '850412105001']

/** The tables whose changes become events, with the condition on the rows of a member. */
const sources = {
  customer: 'customer_id = any($1)',
  customer_consent: 'customer_id = any($1)',
  membership: 'customer_id = any($1)',
  transaction_summary: 'customer_id = any($1)',
  point_history: 'membership_no in (select membership_no from membership where customer_id = any($1))',
  customer_reward: 'customer_id = any($1)',
  voucher: 'assigned_to in (select reference_code from customer_reward where customer_id = any($1))',
  member_merge: 'survivor_customer_id = any($1)',
  task: 'customer_id = any($1)',
}

/** Numbers of documents and codes of the company's records, which are no text about a person. */
const codes = new Set(
  'invoice_no original_invoice_no membership_no outlet_code voucher_no used_invoice_no reference_code assigned_to card_category_code source_key sales_order'.split(
    ' ',
  ),
)

/** Writes the identity into each text column whose constraints allow it. Returns the written columns. */
async function writeIntoTexts(customers: readonly number[]): Promise<string[]> {
  const columns = await app.sql<{ table: string; name: string }>(
    `select relname as table, attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relname = any($1) and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and attgenerated = ''
       and atttypid = 'text'::regtype order by 1, attnum`,
    Object.keys(sources),
  )
  const written: string[] = []
  for (const { table, name } of columns) {
    if (codes.has(name)) continue
    const value = identity[written.length % identity.length]
    const done = await app
      .sql(`update ${table} set ${name} = $2 where ${sources[table as keyof typeof sources]}`, customers, value)
      .then(
        () => true,
        () => false,
      )
    if (done) written.push(`${table}.${name}`)
  }
  return written
}

const feedTables = ['event', 'event_outbox', 'event_member', 'event_head']

async function rowsWithIdentity() {
  const matches: string[] = []
  for (const table of feedTables)
    for (const { row } of await app.sql<{ row: string }>(`select feed::text as row from ${table} feed`))
      if (identity.some((text) => row.toLowerCase().includes(text.toLowerCase()))) matches.push(`${table}: ${row}`)
  return matches
}

beforeAll(async () => {
  await addEarningRules(app.db)
  await cardCategory(app.db, 'GOLD')
})

test('event feed: an erased person leaves nothing in the feed, also after a merge, and consumers learn the erasure', async () => {
  const [person, duplicate] = [await member(app.db), await member(app.db)]
  const ids = [person.CustomerId, duplicate.CustomerId]
  for (const each of [person, duplicate]) {
    await points(app.db, each.MembershipNo, 500)
    await cancelSale(await buy(each, '500.00'))
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Email', 'Y', '1', 'Counter', now())`,
      each.CustomerId,
    )
    await app.sql(
      `insert into task (name, customer_id, building_id, due_date, status, completed_at) select 'Call', $1, min(building_id), now(), 'Completed', now() from building`,
      each.CustomerId,
    )
  }
  const { RewardId, VoucherType } = await voucherReward(app.db, 2)
  await app.sql(
    `select claim_reward(jsonb_build_object('ReferenceCode', issue_reward($1, $2, '{}', source), 'IdentifierType', 'MembershipNo', 'Identifier', $1::text), source)
     from (select jsonb_build_object('Today', date '2026-11-21', 'At', now(), 'OutletCode', 'KLCC', 'StaffId', null, 'CreatedById', null, 'UserName', 'test') as source) given`,
    person.MembershipNo,
    RewardId,
  )
  // A voucher that can still be used would prevent the erasure.
  await app.sql(`update voucher set expiry_date = '2026-11-20' where voucher_type = $1`, VoucherType)
  const before = await writeIntoTexts(ids)
  expect(before).toEqual(
    expect.arrayContaining([
      'customer.full_name',
      'customer.email',
      'customer.remarks',
      'transaction_summary.remarks',
      'task.name',
    ]),
  )
  await merge(person, duplicate)
  const after = await writeIntoTexts(ids)
  expect(after).toEqual(expect.arrayContaining(['member_merge.reason']))
  await app.sql(`update membership set card_category_code = 'GOLD' where membership_no = $1`, person.MembershipNo)
  // Before and after the publication, and before the erasure as well, because consumers read the events at once.
  expect(await rowsWithIdentity()).toEqual([])
  await publishEvents(jobContext(app))
  expect(await rowsWithIdentity()).toEqual([])

  const request = await app.call(requestErasure, {
    CustomerId: person.CustomerId,
    Reason: 'Asked in writing',
    Confirm: person.MembershipNo,
  })
  expect(request).toMatchObject({ status: 201 })
  const { ApprovalId } = request.body
  expect(await app.call(approveRequest, { ApprovalId }, secondPerson)).toMatchObject({ status: 200 })
  await runErasures({
    ...jobContext(app),
    origin: programOrigin('erase-customers'),
    services: app.services,
    dataDir: app.services.longWork.dataDir,
  } as never)
  expect(await rowsWithIdentity()).toEqual([])
  await publishEvents(jobContext(app))
  expect(await rowsWithIdentity()).toEqual([])
  const { Events } = (await app.call(listEvents, { types: 'customer.erased', limit: 1_000 }, systemWith('events:read')))
    .body
  expect(Events.map(({ CustomerId }) => CustomerId).sort()).toEqual(ids.sort())
})
