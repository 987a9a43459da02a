import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeLarge } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import {
  addCampaign,
  addSend,
  addTargets,
  getOutcome,
  listSends,
  type Outcome,
  type Send,
  updateSend,
} from '#areas/campaigns/contract.ts'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { openMailbox } from '#tests/e2e/mailbox.ts'
import type { BareMail } from './bare-mail.ts'
import { type Company, call, inCompany, inThread, signIn, withServer } from './company.ts'
import { type Figure, median } from './figures.ts'
import { seconds } from './house.ts'

// A long list is written to by the server as it runs, and a mail server takes what comes: paused, gone on with, and twice the process is
// killed. Meanwhile customers take their consent back, and others give theirs. At the end everybody has what they should have, once.

const PASTED = 5_000
const PAUSED_AT = 0.1
const KILLED_AT = [0.3, 0.6] as const
/** Of so many one says something else at each turn. */
const CHANGED = 100
const LOOK_MS = 250
const STILL_MS = 3_000
const MOMENT_MS = 1_000
/** What the sender takes at a time: so many may be on their way when it is killed, and come again under their number. */
const ON_THE_WAY = 20
/** So many are being written to at a time; they are finished when a pause comes. */
const IN_HAND = 3

type Received = { at: number; id: string }
type Mailbox = { url: string; of: Map<string, Received[]>; count: () => number; close: () => Promise<void> }

export async function benchSends({ targets }: { targets: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-sends-'))
  const mailbox = await openBook()
  try {
    const before = await bareLoop(mailbox, targets)
    const { figures, rate } = await inCompany(dataDir, {}, async (made) => {
      const company = { ...made, env: { ...made.env, SMTP_URL: mailbox.url } }
      const list = await prepare(company, targets)
      mailbox.of.clear()
      return await written(company, mailbox, list)
    })
    const bare = median([before, await bareLoop(mailbox, targets)])
    return [
      ...figures,
      { name: 'A bare loop to the same mail server', value: `${bare.toFixed(0)} a second` },
      { name: 'That loop / the send', value: `${(bare / rate).toFixed(1)} ×` },
    ]
  } finally {
    await mailbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Takes every mail, and keeps for whom it was and its number. */
async function openBook(): Promise<Mailbox> {
  const of = new Map<string, Received[]>()
  let count = 0
  const { address, close } = await openMailbox(({ to, id }) => {
    of.set(to, [...(of.get(to) ?? []), { at: performance.now(), id }])
    count += 1
  })
  return { url: address, of, count: () => count, close }
}

const letter = (name: string) => `<p>Dear ${name},</p><p>this month we clean your ring while you wait.</p>`

/** A twentieth as many mails of the same words, and nothing else: what there is to reach. */
const bareLoop = ({ url }: Mailbox, targets: number) =>
  inThread<number>('bare-mail.ts', {
    ...{ url, mails: Math.max(500, Math.round(targets / 20)), html: letter('{{ FullName }}') },
  } satisfies BareMail)

type List = { token: string; CampaignCode: string; TemplateId: number; ids: number[]; silent: Set<number> }

const addressOf = (customer: number) => `member${customer}@example.com`

/** The company, who of it agreed to mail, and a campaign with nobody on its list yet. */
async function prepare({ env, client }: Company, targets: number): Promise<List> {
  const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
  try {
    await writeLarge(client, { customers: targets, sales: targets }, (text) => console.log(`  ${text}`))
    const { rows } = await client.query<{ id: number }>(
      `select customer_id::int as id from customer where email = 'member' || customer_id || '@example.com' order by 1`,
    )
    const ids = rows.map(({ id }) => id)
    // One of fifty never agreed.
    const silent = new Set(ids.filter((_, place) => place % 50 === 0))
    await client.query(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select id, 'Email', 'Y', '1', 'Import', now() - interval '1 day' from unnest($1::int[]) id`,
      [ids.filter((id) => !silent.has(id))],
    )
    // At whatever hour this runs.
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
      Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: letter('{{ FullName }}') }],
    }
    const { TemplateId } = await call(addTemplate.path, template, { token })
    return { token, CampaignCode, TemplateId: TemplateId as number, ids, silent }
  } finally {
    await server.stop()
  }
}

/** What customers said meanwhile: when they took consent back, and who gave it. */
type Answers = { withdrew: Map<number, number>; agreed: Set<number> }
type Run = Company & { mailbox: Mailbox; list: List; answers: Answers; ask: Ask; seen: { at: number; done: number }[] }
type Ask = <Reply>({ path }: { path: string }, input: object) => Promise<Reply>

async function written(company: Company, mailbox: Mailbox, list: List) {
  const ask: Ask = async ({ path }, input) => (await call(path, input, { token: list.token })) as never
  const run: Run = { ...company, mailbox, list, ask, answers: { withdrew: new Map(), agreed: new Set() }, seen: [] }
  const figures: Figure[] = []
  const resumed: number[] = []
  await withServer(company, async (server) => {
    figures.push(...(await begun(run)))
    await until(run, PAUSED_AT)
    figures.push(...(await paused(run)))
    await Promise.all([until(run, KILLED_AT[0]), change(run, 0)])
    await kill(server)
  })
  for (const [turn, share] of [...KILLED_AT.slice(1), 1].entries())
    await withServer(company, async (server) => {
      resumed.push(await seconds(() => goesOn(run)))
      await Promise.all([until(run, share), change(run, turn + 1)])
      if (share < 1) return kill(server)
      await outboxEmpty(run)
      figures.push(...(await evaluated(run)))
    })
  const rate = rateOf(mailbox)
  return { figures: [...figures, ...pace(run, resumed, rate)], rate }
}

async function begun({ list, ask }: Run): Promise<Figure[]> {
  const { CampaignCode, TemplateId, ids } = list
  const pasted = await seconds(async () => {
    for (let from = 0; from < ids.length; from += PASTED)
      await ask(addTargets, { CampaignCode, CustomerId: ids.slice(from, from + PASTED) })
  })
  const began = await seconds(() => ask(addSend, { CampaignCode, TemplateId }))
  return [
    { name: `${ids.length} customers onto the list, ${PASTED} at a time`, value: `${pasted.toFixed(1)} s` },
    { name: 'The send begins', value: `${began.toFixed(2)} s` },
  ]
}

async function sendOf({ ask, list: { CampaignCode } }: Run) {
  return (await ask<{ rows: [Send] }>(listSends, { Search: { CampaignCode } })).rows[0]
}

/** Looks at the progress as the page does, until this share of the list is done. */
async function until(run: Run, share: number) {
  for (;;) {
    const { Done, Status } = await sendOf(run)
    run.seen.push({ at: performance.now(), done: Done })
    if (Status === 'Completed' && share < 1) throw new Error('The send was over before it could be stopped')
    if (Status === 'Completed' || (share < 1 && Done >= share * run.list.ids.length)) return
    await sleep(LOOK_MS)
  }
}

/** Paused, what is on its way still arrives; then nothing does until it goes on. */
async function paused(run: Run): Promise<Figure[]> {
  const { mailbox, ask } = run
  const { SendId } = await sendOf(run)
  const before = mailbox.count()
  await ask(updateSend, { SendId, Status: 'Paused' })
  const { Done } = await sendOf(run)
  await sleep(STILL_MS)
  const [arrived, then] = [mailbox.count(), await sendOf(run)]
  await sleep(STILL_MS)
  const later = mailbox.count() - arrived
  await ask(updateSend, { SendId, Status: 'Running' })
  const resumed = await seconds(() => goesOn(run))
  return [
    {
      name: 'Paused: written to afterwards',
      value: `${then.Done - Done}`,
      goal: `at most ${IN_HAND}, in hand`,
      missed: then.Done - Done > IN_HAND,
    },
    { name: `  mails that arrived in the next ${STILL_MS / 1000} s`, value: `${arrived - before}` },
    wanted(`  and in the ${STILL_MS / 1000} s after those`, later, 0),
    { name: 'Gone on with: somebody is written to after', value: `${resumed.toFixed(1)} s` },
  ]
}

/** Waits until somebody else has been written to. */
async function goesOn(run: Run) {
  const { Done } = await sendOf(run)
  while ((await sendOf(run)).Done === Done) await sleep(LOOK_MS)
}

async function kill(server: ChildProcess) {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

/** While it writes: some of those who agreed take that back, wherever on the list they stand; and some of those who did not, agree. */
async function change({ list: { ids, silent }, answers, ask }: Run, turn: number) {
  const some = (of: number[]) => of.filter((_, place) => place % CHANGED === turn)
  const waiting = [
    ...some(ids.filter((id) => !silent.has(id))).map((id) => [id, 'N'] as const),
    ...some([...silent]).map((id) => [id, 'Y'] as const),
  ]
  for (const [CustomerId, GrantedYN] of waiting) {
    await ask(addConsent, { CustomerId, Channel: 'Email', GrantedYN })
    if (GrantedYN === 'N') answers.withdrew.set(CustomerId, performance.now())
    else answers.agreed.add(CustomerId)
  }
}

async function outboxEmpty({ client }: Run) {
  const left = async () =>
    Number((await client.query(`select count(*) from outbox_message where status = 'Queued'`)).rows[0].count)
  while ((await left()) > 0) await sleep(200)
}

/** Who got what, by the mail server's own count, and whether the pages of Carat say the same. */
async function evaluated(run: Run): Promise<Figure[]> {
  const { mailbox, list, answers, client, ask } = run
  const send = await sendOf(run)
  const outcome = await ask<Outcome>(getOutcome, { CampaignCode: list.CampaignCode })
  const mailsOf = (id: number) => mailbox.of.get(addressOf(id)) ?? []
  const numbersOf = (id: number) => new Set(mailsOf(id).map(({ id }) => id)).size
  const agreed = list.ids.filter((id) => !list.silent.has(id) && !answers.withdrew.has(id))
  const late = (from: number, until = Infinity) =>
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
  const inThatMoment = late(0, MOMENT_MS)
  return [
    wanted('Agreed throughout, and got one mail', agreed.filter((id) => numbersOf(id) === 1).length, agreed.length),
    wanted('Got more than one', list.ids.filter((id) => numbersOf(id) > 1).length, 0),
    { name: 'Took consent back meanwhile', value: `${answers.withdrew.size}` },
    { name: '  in the moment in which the mail server was given their mail', value: `${inThatMoment}` },
    wanted('  and got a mail after that', late(MOMENT_MS), 0),
    { name: 'Agreed meanwhile', value: `${answers.agreed.size}` },
    wanted(
      '  got one mail, or none where their turn was over',
      [...answers.agreed].filter((id) => numbersOf(id) > 1).length,
      0,
    ),
    wanted(
      'Never agreed, and got one',
      [...list.silent].filter((id) => !answers.agreed.has(id) && numbersOf(id) > 0).length,
      0,
    ),
    {
      name: 'Mails that came again under their number',
      value: `${twice}`,
      goal: `at most ${ON_THE_WAY * KILLED_AT.length}`,
      missed: twice > ON_THE_WAY * KILLED_AT.length,
    },
    wanted('The page: targets', send.Targets, list.ids.length),
    wanted('  written and held back', send.Written + send.HeldBack, send.Done),
    wanted('  done', send.Done, list.ids.length),
    wanted('The results: contacted', outcome.Contacted.Customers, send.Written),
    wanted('  held back', outcome.HeldBack, send.HeldBack),
    {
      name: 'The contact log: sent',
      value: `${of('Sent')}`,
      // A process that was killed could not note what it had just handed over; was consent taken back before its next try, there was none.
      goal: `${reached}, or less by those of that moment`,
      missed: of('Sent') > reached || of('Sent') < reached - inThatMoment,
    },
    wanted('  held back, or stopped in the outbox', of('Opted out'), send.HeldBack + send.Written - of('Sent')),
  ]
}

/** Mails a second of the time in which they came; what a pause and a kill took is printed beside it. */
function rateOf(mailbox: Mailbox) {
  const arrivals = [...mailbox.of.values()]
    .flat()
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)
  const gaps = arrivals.slice(1).map((at, place) => at - arrivals[place]!)
  const busy = gaps.filter((gap) => gap < LOOK_MS * 4).reduce((sum, gap) => sum + gap, 0)
  return arrivals.length / (busy / 1000)
}

function pace({ seen, list }: Run, resumed: number[], rate: number): Figure[] {
  const back = seen.filter(({ done }, place) => place > 0 && done < seen[place - 1]!.done).length
  return [
    wanted('Looks at the progress that saw it go back', back, 0),
    { name: '  looks in all', value: `${seen.length}` },
    ...resumed.map((after, turn) => ({
      name: `Killed at ${KILLED_AT[turn]! * 100} %: somebody is written to after a start`,
      value: `${after.toFixed(1)} s`,
      goal: 'within a minute',
      missed: after > 60,
    })),
    { name: `Mails a second, of ${list.ids.length} targets`, value: rate.toFixed(0) },
  ]
}

const wanted = (name: string, value: number, goal: number): Figure => ({
  name,
  value: `${value}`,
  goal: `${goal}`,
  missed: value !== goal,
})
