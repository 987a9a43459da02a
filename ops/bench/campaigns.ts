import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedDemo } from '#app/demo/demo.ts'
import { writeLarge } from '#app/demo/large.ts'
import { serverSecret } from '#app/server/secrets.ts'
import { addCampaign, addSend, addTargets, listSends } from '#areas/campaigns/contract.ts'
import { sendCampaigns } from '#areas/campaigns/server/send-campaigns.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { hq, jobContext, startTestApp, systemWith, type TestApp } from '#tests/test-app.ts'
import { calls } from './calls.ts'
import { type Figure, median, percentile } from './figures.ts'

type Size = { targets: number; pairs: number }

const till = systemWith('sales:write')
const PASTED = 5_000
/** Sales in a row between two changes of what runs. */
const BLOCK = 60

/** What campaigns cost the till, and how a long list is written to. */
export const benchCampaigns = ({ targets, pairs }: Size) =>
  inCompany(targets, async (app, client) => [
    ...(await atTheTill(app, client, pairs)),
    ...(await written(app, client, targets)),
  ])

/** The first half of it alone, with fewer customers: a till looks at its own member's rows. */
export const benchAwards = ({ customers, pairs }: { customers: number; pairs: number }) =>
  inCompany(customers, (app, client) => atTheTill(app, client, pairs))

async function inCompany(customers: number, work: (app: TestApp, client: pg.Client) => Promise<Figure[]>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-campaigns-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate({ url: postgres.url })
    await seedDemo({ url: postgres.url, dataDir, secret: serverSecret(dataDir, undefined) })
    const client = await openClient(postgres.url, 'carat bench')
    await writeLarge(client, { customers, sales: customers }, (text) => console.log(`  ${text}`))
    await client.query(`insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
      select customer_id, 'Email', 'Y', '1', 'Import', created_at from customer where email is not null`)
    // At whatever hour this runs, and however many were written to this week.
    await client.query(`insert into setting (name, value) values ('messages.sendFrom', '"00:00"'), ('messages.sendUntil', '"00:00"')
      on conflict (name) do update set value = excluded.value`)
    await client.query(`update campaign set status = 'Draft'`)
    await client.query('vacuum analyze')
    const owner = openDatabase({ url: postgres.url, max: 4 })
    const app = await startTestApp(postgres.url, owner, {})
    try {
      return await work(app, client)
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

const named = (CampaignCode: string, more: object) => ({
  CampaignCode,
  CampaignName: 'Measured',
  CampaignType: 'Promotion',
  StartDate: '2020-01-01',
  EndDate: '2099-12-31',
  ...more,
})

/**
 * The same sale without campaigns, with three that award it, and with three that are for other goods: in short blocks by turns, each
 * between two without, so that what else the machine does, and what grows with the sales, is in both alike. Of the pairs the median is said.
 */
async function atTheTill(app: TestApp, client: pg.Client, pairs: number): Promise<Figure[]> {
  const award = { AwardPointYN: 'Y' }
  const other = { Objects: [{ ObjectCode: 'Brand', ObjectValue: 'Serikandi' }] }
  const kinds = { awarding: {}, elsewhere: other }
  for (const [kind, more] of Object.entries(kinds))
    for (const [place, terms] of [
      { Multiplier: '2' },
      { AwardPoint: 50, AwardPer: 'Invoice' },
      { AwardPoint: 20, MinimumPurchase: '500' },
    ].entries())
      await must(
        app.call(addCampaign, named(`${kind.toUpperCase()}${place}`, { ...award, ...terms, ...more }) as never, hq),
      )
  const { rows } = await client.query<{ member: string }>(
    `select membership_no as member from membership where member_type = 'Premium Member' and status = 'Active' order by membership_no limit 20000`,
  )
  let number = 0
  const batch = async (runs: string | null) => {
    await client.query(
      `update campaign set status = case when starts_with(campaign_code, $1) then 'Active' else 'Paused' end where campaign_name = 'Measured'`,
      [runs ?? '-'],
    )
    const times: number[] = []
    for (let sale = 0; sale < BLOCK; sale++) {
      const subject = { ...rows[++number % rows.length]!, customer: 0, name: '', lot: 0 }
      const began = performance.now()
      await must(app.call(addTransaction, calls.sale.body(subject, `BENCH-${number}`) as never, till))
      times.push(performance.now() - began)
    }
    return median(times)
  }
  for (const kind of [null, 'AWARDING', 'ELSEWHERE', null]) await batch(kind)
  const ratios: Record<'awarding' | 'elsewhere', number[]> = { awarding: [], elsewhere: [] }
  const without = [await batch(null)]
  for (let pair = 0; pair < pairs; pair++)
    for (const kind of pair % 2 ? (['awarding', 'elsewhere'] as const) : (['elsewhere', 'awarding'] as const)) {
      const before = without.at(-1)!
      const during = await batch(kind.toUpperCase())
      const after = await batch(null)
      without.push(after)
      ratios[kind].push(during / ((before + after) / 2))
    }
  const more = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} % more`
  const spread = (of: number[]) =>
    `${more(median(of))} (half between ${[0.25, 0.75].map((share) => more(percentile(of, share)).replace(' more', '')).join(' and ')})`
  return [
    { name: 'A sale without campaigns', value: `${median(without).toFixed(2)} ms` },
    { name: 'With three that run and award it', value: spread(ratios.awarding), goal: 'at most 15 % more' },
    { name: 'With three that run for other goods', value: spread(ratios.elsewhere), goal: 'at most 15 % more' },
  ]
}

/** A list is pasted, written to in part, paused, gone on with by another process, and through: everybody once. */
async function written(app: TestApp, client: pg.Client, targets: number): Promise<Figure[]> {
  const CampaignCode = 'LIST'
  await must(app.call(addCampaign, named(CampaignCode, {}) as never, hq))
  const { body: template } = await must(
    app.call(
      addTemplate,
      {
        Name: 'Measured',
        ContactType: 'Email',
        Status: 'Active',
        isCampaign: 'Y',
        Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
      } as never,
      hq,
    ),
  )
  const { rows } = await client.query<{ id: number }>(
    'select customer_id::int as id from customer where email is not null and status = $1 order by 1 limit $2',
    ['Active', targets],
  )
  const ids = rows.map(({ id }) => id)
  const list = await seconds(async () => {
    for (let from = 0; from < ids.length; from += PASTED)
      await must(app.call(addTargets, { CampaignCode, CustomerId: ids.slice(from, from + PASTED) }, hq))
  })
  const begin = await seconds(() =>
    must(app.call(addSend, { CampaignCode, TemplateId: (template as { TemplateId: number }).TemplateId }, hq)),
  )
  const state = async () => (await app.call(listSends, { Search: { CampaignCode } }, hq)).body.rows[0]!
  // Broken off in the middle, as where a process ends, and gone on with.
  const broken = new AbortController()
  setTimeout(() => broken.abort(), 5_000)
  await sendCampaigns.run(jobContext(app, { signal: broken.signal }))
  const part = await state()
  const rest = await seconds(() => sendCampaigns.run(jobContext(app)))
  const end = await state()
  const { rows: twice } = await client.query<{ count: number }>(
    `select count(*)::int as count from (select customer_id from contact_log where template_id = $1 group by 1 having count(*) > 1) twice`,
    [(template as { TemplateId: number }).TemplateId],
  )
  return [
    { name: `${ids.length} customers onto a list, ${PASTED} at a time`, value: `${list.toFixed(1)} s` },
    { name: 'The send begins', value: `${begin.toFixed(2)} s` },
    { name: 'Broken off after 5 s: written to', value: `${part.Done} of ${part.Targets}` },
    {
      name: 'Gone on with until the end',
      value: `${rest.toFixed(0)} s, ${Math.round((end.Done - part.Done) / rest)} a second`,
    },
    {
      name: 'Done, of them written, and held back',
      value: `${end.Done}, ${end.Written}, ${end.HeldBack} (${end.Status})`,
      goal: `${ids.length}`,
    },
    { name: 'Written to twice', value: `${twice[0]!.count}`, goal: '0' },
  ]
}

async function must<Reply extends { status: number; refusal: { message: string } }>(
  call: Promise<Reply>,
): Promise<Reply> {
  const reply = await call
  if (reply.status >= 300) throw new Error(reply.refusal.message)
  return reply
}

async function seconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
