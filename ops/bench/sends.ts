import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import {
  addCampaign,
  addCampaignSend,
  addCampaignTargets,
  type CampaignOutcome,
  type CampaignSend,
  getCampaignOutcome,
  listCampaignSends,
  updateCampaignSend,
} from '#areas/campaigns/contract.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { openMailbox } from '#tests/e2e/mailbox.ts'
import type { BareMail } from './bare-mail.ts'
import { type Company, call, runInThread, signIn, withCompany, withServer } from './company.ts'
import { type Figure, median } from './figures.ts'
import { measureSeconds } from './in-process-company.ts'

// Sends a large campaign that is paused, resumed and killed twice, while customers withdraw or give consent.
// At the end every eligible recipient must have exactly one message.

const PASTED = 5_000
const PAUSED_AT = 0.1
const KILLED_AT = [0.3, 0.6] as const
/** The number of customers of whom one changes consent at each interruption. */
const CHANGED = 100
const LOOK_MS = 250
const STILL_MS = 3_000
const MOMENT_MS = 1_000
/** The sender's batch size. Messages in flight at a kill are sent again under the same id. */
const ON_THE_WAY = 20
/** The number of recipients processed in parallel. A pause waits for these recipients. */
const IN_HAND = 3

type Received = { at: number; id: string }
type Mailbox = { url: string; of: Map<string, Received[]>; count: () => number; close: () => Promise<void> }

export async function benchSends({ targets }: { targets: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-sends-'))
  const mailbox = await openBook()
  try {
    const before = await bareLoop(mailbox, targets)
    const { figures, rate } = await withCompany(dataDir, {}, async (baseCompany) => {
      const company = { ...baseCompany, env: { ...baseCompany.env, SMTP_URL: mailbox.url } }
      const list = await prepare(company, targets)
      mailbox.of.clear()
      return await measureSend(company, mailbox, list)
    })
    const bare = median([before, await bareLoop(mailbox, targets)])
    return [
      ...figures,
      { name: 'Baseline: a loop to the same mail server', value: `${bare.toFixed(0)} a second` },
      { name: 'Baseline / send', value: `${(bare / rate).toFixed(1)} ×` },
    ]
  } finally {
    await mailbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts a mail server that records recipient and message id. */
async function openBook(): Promise<Mailbox> {
  const of = new Map<string, Received[]>()
  let count = 0
  const { address, close } = await openMailbox(({ to, id }) => {
    of.set(to, [...(of.get(to) ?? []), { at: performance.now(), id }])
    count += 1
  })
  return { url: address, of, count: () => count, close }
}

const messageBody = (name: string) => `<p>Dear ${name},</p><p>this month we clean your ring while you wait.</p>`

/** Baseline: sends a twentieth as many mails with the same text. */
const bareLoop = ({ url }: Mailbox, targets: number) =>
  runInThread<number>('bare-mail.ts', {
    ...{ url, mails: Math.max(500, Math.round(targets / 20)), html: messageBody('{{ FullName }}') },
  } satisfies BareMail)

type List = { token: string; CampaignCode: string; TemplateId: number; ids: number[]; silent: Set<number> }

const addressOf = (customer: number) => `member${customer}@example.com`

/** Creates the company with consents and a campaign with an empty target list. */
async function prepare({ env, client }: Company, targets: number): Promise<List> {
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    await seedLargeCompany(client, { customers: targets, sales: targets }, (text) => console.log(`  ${text}`))
    const { rows } = await client.query<{ id: number }>(
      `select customer_id::int as id from customer where email = 'member' || customer_id || '@example.com' order by 1`,
    )
    const ids = rows.map(({ id }) => id)
    // One of fifty customers never gave consent.
    const silent = new Set(ids.filter((_, index) => index % 50 === 0))
    await client.query(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select id, 'Email', 'Y', '1', 'Import', now() - interval '1 day' from unnest($1::int[]) id`,
      [ids.filter((id) => !silent.has(id))],
    )
    // Disable the sending hours.
    await client.query(`insert into setting (name, value) values ('messages.sendFrom', '"00:00"'), ('messages.sendUntil', '"00:00"')
      on conflict (name) do update set value = excluded.value`)
    await client.query('vacuum analyze')
    const token = (await signIn(env)).staff
    const CampaignCode = 'MEASURED'
    const days = { StartDate: '2020-01-01', EndDate: '2099-12-31' }
    const named = { CampaignCode, CampaignName: 'Measured', CampaignType: 'Promotion', ...days }
    await call(addCampaign.path, named, { token })
    const template = {
      ...{ Name: 'Measured', ContactType: 'Email', Status: 'Active', isCampaign: 'Y' },
      Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: messageBody('{{ FullName }}') }],
    }
    const { TemplateId } = await call(addTemplate.path, template, { token })
    return { token, CampaignCode, TemplateId: TemplateId as number, ids, silent }
  } finally {
    await server.stop()
  }
}

/** Consent changes during the send: withdrawals with their time, and new consents. */
type Answers = { withdrew: Map<number, number>; agreed: Set<number> }
type Run = Company & {
  mailbox: Mailbox
  list: List
  answers: Answers
  ask: Ask
  progress: { at: number; done: number }[]
}
type Ask = <Reply>({ path }: { path: string }, input: object) => Promise<Reply>

async function measureSend(company: Company, mailbox: Mailbox, list: List) {
  const ask: Ask = async ({ path }, input) => (await call(path, input, { token: list.token })) as never
  const run: Run = { ...company, mailbox, list, ask, answers: { withdrew: new Map(), agreed: new Set() }, progress: [] }
  const figures: Figure[] = []
  const resumed: number[] = []
  await withServer(company, async (server) => {
    figures.push(...(await begun(run)))
    await until(run, PAUSED_AT)
    figures.push(...(await paused(run)))
    await Promise.all([until(run, KILLED_AT[0]), change(run, 0)])
    await kill(server)
  })
  for (const [index, share] of [...KILLED_AT.slice(1), 1].entries())
    await withServer(company, async (server) => {
      resumed.push(await measureSeconds(() => goesOn(run)))
      await Promise.all([until(run, share), change(run, index + 1)])
      if (share < 1) return kill(server)
      await outboxEmpty(run)
      figures.push(...(await evaluated(run)))
    })
  const rate = rateOf(mailbox)
  return { figures: [...figures, ...pace(run, resumed, rate)], rate }
}

async function begun({ list, ask }: Run): Promise<Figure[]> {
  const { CampaignCode, TemplateId, ids } = list
  const pasted = await measureSeconds(async () => {
    for (let from = 0; from < ids.length; from += PASTED)
      await ask(addCampaignTargets, { CampaignCode, CustomerId: ids.slice(from, from + PASTED) })
  })
  const began = await measureSeconds(() => ask(addCampaignSend, { CampaignCode, TemplateId }))
  return [
    { name: `${ids.length} customers onto the list, ${PASTED} at a time`, value: `${pasted.toFixed(1)} s` },
    { name: 'The send begins', value: `${began.toFixed(2)} s` },
  ]
}

async function sendOf({ ask, list: { CampaignCode } }: Run) {
  return (await ask<{ rows: [CampaignSend] }>(listCampaignSends, { Search: { CampaignCode } })).rows[0]
}

/** Polls the progress until this share of the list is done. */
async function until(run: Run, share: number) {
  for (;;) {
    const { Done, Status } = await sendOf(run)
    run.progress.push({ at: performance.now(), done: Done })
    if (Status === 'Completed' && share < 1) throw new Error('The send was over before it could be stopped')
    if (Status === 'Completed' || (share < 1 && Done >= share * run.list.ids.length)) return
    await sleep(LOOK_MS)
  }
}

/** Pauses the send. Messages in flight still arrive, then none arrive until the send resumes. */
async function paused(run: Run): Promise<Figure[]> {
  const { mailbox, ask } = run
  const { SendId } = await sendOf(run)
  const before = mailbox.count()
  await ask(updateCampaignSend, { SendId, Status: 'Paused' })
  const { Done } = await sendOf(run)
  await sleep(STILL_MS)
  const [arrived, then] = [mailbox.count(), await sendOf(run)]
  await sleep(STILL_MS)
  const later = mailbox.count() - arrived
  await ask(updateCampaignSend, { SendId, Status: 'Running' })
  const resumed = await measureSeconds(() => goesOn(run))
  return [
    {
      name: 'Messages after a pause',
      value: `${then.Done - Done}`,
      goal: `at most ${IN_HAND}, in hand`,
      missed: then.Done - Done > IN_HAND,
    },
    { name: `  mails that arrived in the next ${STILL_MS / 1000} s`, value: `${arrived - before}` },
    expectEqual(`  and in the ${STILL_MS / 1000} s after them`, later, 0),
    { name: 'Time from resume to the first message', value: `${resumed.toFixed(1)} s` },
  ]
}

/** Waits until the progress increases. */
async function goesOn(run: Run) {
  const { Done } = await sendOf(run)
  while ((await sendOf(run)).Done === Done) await sleep(LOOK_MS)
}

async function kill(server: ChildProcess) {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

/** Withdraws the consent of some customers anywhere on the list, and gives consent for some who had none. */
async function change({ list: { ids, silent }, answers, ask }: Run, round: number) {
  const selected = (of: number[]) => of.filter((_, index) => index % CHANGED === round)
  const changes = [
    ...selected(ids.filter((id) => !silent.has(id))).map((id) => [id, 'N'] as const),
    ...selected([...silent]).map((id) => [id, 'Y'] as const),
  ]
  for (const [CustomerId, GrantedYN] of changes) {
    await ask(addConsent, { CustomerId, Channel: 'Email', GrantedYN })
    if (GrantedYN === 'N') answers.withdrew.set(CustomerId, performance.now())
    else answers.agreed.add(CustomerId)
  }
}

async function outboxEmpty({ client }: Run) {
  const remaining = async () =>
    Number((await client.query(`select count(*) from outbox_message where status = 'Queued'`)).rows[0].count)
  while ((await remaining()) > 0) await sleep(200)
}

/** Compares the records of the mail server with Carat's figures. */
async function evaluated(run: Run): Promise<Figure[]> {
  const { mailbox, list, answers, client, ask } = run
  const send = await sendOf(run)
  const outcome = await ask<CampaignOutcome>(getCampaignOutcome, { CampaignCode: list.CampaignCode })
  const mailsOf = (id: number) => mailbox.of.get(addressOf(id)) ?? []
  const numbersOf = (id: number) => new Set(mailsOf(id).map(({ id }) => id)).size
  const agreed = list.ids.filter((id) => !list.silent.has(id) && !answers.withdrew.has(id))
  const arrivedBetween = (from: number, until = Infinity) =>
    [...answers.withdrew].filter(([id, at]) => mailsOf(id).some((mail) => mail.at > at + from && mail.at <= at + until))
      .length
  const reached = list.ids.filter((id) => numbersOf(id) > 0).length
  const twice = list.ids.reduce((sum, id) => sum + mailsOf(id).length - numbersOf(id), 0)
  const logged = (
    await client.query<{ result: string; count: number }>(
      'select result, count(*)::int from contact_log where template_id = $1 group by 1 order by 1',
      [list.TemplateId],
    )
  ).rows
  const of = (result: string) => logged.find((row) => row.result === result)?.count ?? 0
  const inThatMoment = arrivedBetween(0, MOMENT_MS)
  return [
    expectEqual(
      'Recipients with consent who got one message',
      agreed.filter((id) => numbersOf(id) === 1).length,
      agreed.length,
    ),
    expectEqual('Recipients with more than one message', list.ids.filter((id) => numbersOf(id) > 1).length, 0),
    { name: 'Withdrew consent during the send', value: `${answers.withdrew.size}` },
    { name: '  while the mail server received the message', value: `${inThatMoment}` },
    expectEqual('Messages sent after a withdrawal of consent', arrivedBetween(MOMENT_MS), 0),
    { name: 'Gave consent during the send', value: `${answers.agreed.size}` },
    expectEqual(
      '  got one mail, or none where their turn was over',
      [...answers.agreed].filter((id) => numbersOf(id) > 1).length,
      0,
    ),
    expectEqual(
      'Never agreed, and got one',
      [...list.silent].filter((id) => !answers.agreed.has(id) && numbersOf(id) > 0).length,
      0,
    ),
    {
      name: 'Messages repeated with the same id',
      value: `${twice}`,
      goal: `at most ${ON_THE_WAY * KILLED_AT.length}`,
      missed: twice > ON_THE_WAY * KILLED_AT.length,
    },
    expectEqual('Page: targets', send.Targets, list.ids.length),
    expectEqual('  sent and suppressed', send.Written + send.HeldBack, send.Done),
    expectEqual('  done', send.Done, list.ids.length),
    expectEqual('Results: contacted', outcome.Contacted.Customers, send.Written),
    expectEqual('  suppressed', outcome.HeldBack, send.HeldBack),
    {
      name: 'The contact log: sent',
      value: `${of('Sent')}`,
      // Messages that a killed process did not record count as suppressed if consent is withdrawn before the retry.
      goal: `${reached}, or less by those of that moment`,
      missed: of('Sent') > reached || of('Sent') < reached - inThatMoment,
    },
    expectEqual('  suppressed, or cancelled in the outbox', of('Opted out'), send.HeldBack + send.Written - of('Sent')),
  ]
}

/** Returns the mails per second while sending. The time of pauses and kills is reported separately. */
function rateOf(mailbox: Mailbox) {
  const arrivals = [...mailbox.of.values()]
    .flat()
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)
  const gaps = arrivals.slice(1).map((at, index) => at - arrivals[index]!)
  const busy = gaps.filter((gap) => gap < LOOK_MS * 4).reduce((sum, gap) => sum + gap, 0)
  return arrivals.length / (busy / 1000)
}

function pace({ progress, list }: Run, resumed: number[], rate: number): Figure[] {
  const back = progress.filter(({ done }, index) => index > 0 && done < progress[index - 1]!.done).length
  return [
    expectEqual('Progress readings that decreased', back, 0),
    { name: '  progress readings', value: `${progress.length}` },
    ...resumed.map((after, index) => ({
      name: `Killed at ${KILLED_AT[index]! * 100} %: time from the start to the first message`,
      value: `${after.toFixed(1)} s`,
      goal: 'within a minute',
      missed: after > 60,
    })),
    { name: `Mails a second, of ${list.ids.length} targets`, value: rate.toFixed(0) },
  ]
}

const expectEqual = (name: string, value: number, goal: number): Figure => ({
  name,
  value: `${value}`,
  goal: `${goal}`,
  missed: value !== goal,
})
