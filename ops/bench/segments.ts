import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedDemo } from '#app/demo/demo.ts'
import { writeLarge } from '#app/demo/large.ts'
import { serverSecret } from '#app/server/secrets.ts'
import { type Group, previewSegment } from '#areas/segments/contract.ts'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { startTestApp, type TestApp } from '#tests/test-app.ts'
import { type Figure, median } from './figures.ts'

type Size = { customers: number; rounds: number }

/** Six conditions, of them two of which one is enough: on the customer, the card, consent, sales and points. */
const conditions: Group = {
  Match: 'All',
  Conditions: [
    { Field: 'customers.Age', Test: 'Between', Values: ['30', '60'] },
    { Field: 'memberships.CardCategoryCode', Test: 'Any of', Values: ['CLASSIC', 'GOLD'] },
    { Field: 'customers.Consent', Test: 'Any of', Values: ['Email'] },
    { Field: 'sales.Spend', Test: 'At least', Values: ['1000'], Period: { Last: 24, Unit: 'months' } },
    {
      Match: 'Any',
      Conditions: [
        { Field: 'sales.LastPurchase', Test: 'In the last', Values: ['180'], Unit: 'days' },
        { Field: 'points.PointBalance', Test: 'At least', Values: ['2000'] },
      ],
    },
  ],
}

/** The same people by a query that somebody wrote for this question alone. */
const bare = `
  with spent as materialized (
    select customer_id, sum(net_amount) filter (where business_date > $1::date - interval '24 months') as spend,
      max(business_date) filter (where transaction_type = 'N') as last_sold
    from transaction_summary where customer_id is not null group by 1),
  pointed as (select customer_id, sum(points) as points from point_balance join membership using (membership_no) where status = 'Active' group by 1)
  select count(*)::int as count from customer c join spent using (customer_id) left join pointed using (customer_id)
  where c.status in ('Active', 'Inactive', 'Suspended') and extract(year from age($1::date, c.date_of_birth)) between 30 and 60
    and spend >= 1000 and (last_sold > $1::date - 180 or points >= 2000)
    and customer_id in (select customer_id from membership where status = 'Active' and card_category_code in ('CLASSIC', 'GOLD'))
    and customer_id in (select customer_id from (
      select distinct on (customer_id) customer_id, granted_yn from customer_consent where channel = 'Email'
      order by customer_id, recorded_at desc, consent_id desc) latest where granted_yn = 'Y')`

/** Whom six conditions mean, asked as the page asks while somebody builds, beside a query written for them alone. */
export async function benchSegments({ customers, rounds }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-segments-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate({ url: postgres.url })
    await seedDemo({ url: postgres.url, dataDir, secret: serverSecret(dataDir, undefined) })
    const client = await openClient(postgres.url, 'carat bench')
    await writeLarge(client, { customers, sales: customers * 2 }, (text) => console.log(`  ${text}`))
    await agreeToMail(client)
    const owner = openDatabase({ url: postgres.url, max: 4 })
    const app = await startTestApp(postgres.url, owner, {})
    try {
      return await compared(app, client, { customers, rounds })
    } finally {
      await app.fastify.close()
      await app.database.end()
      await owner.end()
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Two of three agreed to mail, and one of ten of them took it back. */
async function agreeToMail(client: pg.Client) {
  await client.query(`insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
    select customer_id, 'Email', granted, '1', 'Import', recorded from customer
    cross join lateral (values ('Y', created_at + interval '1 hour'), ('N', case when customer_id % 10 = 0 then created_at + interval '2 hours' end)) said (granted, recorded)
    where customer_id % 3 > 0 and recorded is not null`)
  await client.query('vacuum analyze')
}

async function compared(app: TestApp, client: pg.Client, { customers, rounds }: Size): Promise<Figure[]> {
  const { rows } = await client.query<{ today: string }>('select business_date_of(now())::text as today')
  const asked = async () => {
    const { status, body, refusal } = await app.call(previewSegment, { Conditions: conditions } as never)
    if (status !== 200) throw new Error(refusal.message)
    return body.Count
  }
  const written = async () => (await client.query<{ count: number }>(bare, [rows[0]!.today])).rows[0]!.count
  const [counted, alone] = [await asked(), await written()]
  const times: { asked: number[]; written: number[] } = { asked: [], written: [] }
  for (let round = 0; round < rounds; round++) {
    times.asked.push(await seconds(asked))
    times.written.push(await seconds(written))
  }
  const [call, query] = [median(times.asked), median(times.written)]
  return [
    { name: 'Customers', value: `${customers}` },
    { name: 'They mean', value: `${counted}, by the query written for it ${alone}`, goal: 'the same' },
    { name: 'Counted and some of them shown', value: `${call.toFixed(2)} s`, goal: '< 2 s for 1000000' },
    { name: 'The query written for it: count alone', value: `${query.toFixed(2)} s` },
    { name: 'The call / that query', value: `${(call / query).toFixed(2)} ×` },
  ]
}

async function seconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
