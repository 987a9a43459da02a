import { setTimeout as sleep } from 'node:timers/promises'
import { addCampaign, addCampaignSend, addCampaignTargets } from '#areas/campaigns/contract.ts'
import type { CallSubject } from '../calls.ts'
import { type CallStatistics, type Company, call, PORT, runInThread, type Tokens } from '../company.ts'
import { percentile } from '../figures.ts'
import type { LoadThreadInput } from '../till.ts'
import type { ProgramRun } from './programs.ts'
import type { ScaleResults } from './results.ts'

const TILLS = 16
/** The pause of a till between two sales, so that all tills together sell about 30 times a second. */
const TILL_PAUSE_MS = 500
const LOOK_UPS = 16
const LOOK_UP_PAUSE_MS = 250
const REPORT_PAUSE_MS = 5_000
const TARGETS_PAUSE_MS = 2_000
/** The number of members whom one call adds to the target list. */
const TARGETS_AT_ONCE = 1_000
const SALE_MOST_MS = 250

type MixedDay = {
  company: Company
  tokens: Tokens
  subjects: CallSubject[]
  size: number
  seconds: number
  results: ScaleResults
  runNightly: () => Promise<ProgramRun>
}

/** Measures sales alone, and then beside look-ups, three campaigns, a report and the nightly batch. */
export async function measureMixedDay(day: MixedDay) {
  const { size, results } = day
  const alone = await sell(day, 'ALONE')
  let isOver = false
  const untilOver = async (work: () => Promise<unknown>, pauseMs: number) => {
    const outcome = { runs: 0, failed: 0 }
    while (!isOver) {
      // A busy server refuses some of the other work, so that sales continue.
      await work().then(
        () => outcome.runs++,
        (error: Error) => {
          outcome.failed++
          console.log(`  ${error.message}`)
        },
      )
      await sleep(pauseMs)
    }
    return outcome
  }
  const { addTargets } = await startCampaigns(day)
  const beside = Promise.all([
    loadThread(day, {
      call: 'look-up',
      token: day.tokens.staff,
      connections: LOOK_UPS,
      pauseMs: LOOK_UP_PAUSE_MS,
      run: `${size}-LOOK`,
    }),
    untilOver(addTargets, TARGETS_PAUSE_MS),
    untilOver(() => runReport(day), REPORT_PAUSE_MS),
    untilOver(day.runNightly, 0),
  ])
  const mixed = await sell(day, 'MIXED')
  isOver = true
  const [lookUps, ...otherWork] = await beside
  const [targets, reports, nights] = otherWork.map(
    ({ runs, failed }) => `${runs}${failed > 0 ? ` (${failed} refused)` : ''}`,
  )
  results.set(size, { name: 'tills alone: sales per second', unit: '/s', digits: 1 }, alone.times.length / day.seconds)
  results.set(size, { name: 'tills alone: p99 of a sale', unit: 'ms' }, percentile(alone.times, 0.99))
  results.set(size, { name: 'mixed day: sales per second', unit: '/s', digits: 1 }, mixed.times.length / day.seconds)
  results.set(size, { name: 'mixed day: p99 of a sale', unit: 'ms', most: SALE_MOST_MS }, percentile(mixed.times, 0.99))
  results.set(size, { name: 'mixed day: p99 of a look-up', unit: 'ms' }, percentile(lookUps.times, 0.99))
  results.set(
    size,
    { name: 'mixed day: other work', unit: '' },
    `${targets} calls with ${TARGETS_AT_ONCE} targets, ${reports} reports, ${nights} nightly batches`,
  )
}

const sell = (day: MixedDay, run: string) =>
  loadThread(day, {
    call: 'sale',
    token: day.tokens.till,
    connections: TILLS,
    pauseMs: TILL_PAUSE_MS,
    run: `${day.size}-${run}`,
  })

const loadThread = (
  { subjects, seconds }: MixedDay,
  job: Pick<LoadThreadInput, 'call' | 'token' | 'connections' | 'run' | 'pauseMs'>,
) => runInThread<CallStatistics>('till.ts', { ...job, port: PORT, subjects, seconds } satisfies LoadThreadInput)

/** The terms by which the three campaigns award points for a sale. */
const campaignTerms = [
  { Multiplier: '2' },
  { AwardPoint: 50, AwardPer: 'Invoice' },
  { AwardPoint: 20, MinimumPurchase: '500' },
]

/** Starts to send three campaigns that also award points, and whose target lists then grow in turn. */
async function startCampaigns({ company: { client }, tokens, subjects, size }: MixedDay) {
  const token = tokens.staff
  // Disables the sending hours.
  await client.query(`insert into setting (name, value) values ('messages.sendFrom', '"00:00"'), ('messages.sendUntil', '"00:00"')
    on conflict (name) do update set value = excluded.value`)
  const codes = campaignTerms.map((_, index) => `SCALE-${size}-${index + 1}`)
  let calls = 0
  const addTargets = () => {
    const CampaignCode = codes[calls % codes.length]!
    const first = Math.floor(calls / codes.length) * TARGETS_AT_ONCE
    calls += 1
    const Numbers = Array.from(
      { length: TARGETS_AT_ONCE },
      (_, index) => subjects[(first + index) % subjects.length]!.member,
    )
    return call(addCampaignTargets.path, { CampaignCode, Numbers }, { token, key: `${CampaignCode}-${first}` })
  }
  const { rows } = await client.query<{ id: number }>(
    `select min(template_id)::int as id from contact_template where is_campaign = 'Y' and contact_type = 'Email' and status = 'Active'`,
  )
  for (const [index, CampaignCode] of codes.entries()) {
    const campaign = {
      ...{ CampaignCode, CampaignName: CampaignCode, CampaignType: 'Promotion', AwardPointYN: 'Y' },
      ...{ StartDate: '2020-01-01', EndDate: '2099-12-31', ...campaignTerms[index] },
    }
    await call(addCampaign.path, campaign, { token })
    // The first call reads its members from the disk, and is refused if that takes too long.
    await addTargets().catch(() => addTargets())
    const send = { CampaignCode, TemplateId: rows[0]!.id, ActivateYN: 'Y' }
    await call(addCampaignSend.path, send, { token, key: `${CampaignCode}-send` })
  }
  return { addTargets }
}

/** Runs the report on sales to members over the last month. */
async function runReport({ company: { client }, tokens }: MixedDay) {
  const { rows } = await client.query<{ from: string; until: string }>(
    `select (business_date_of(now()) - 30)::text as from, business_date_of(now())::text as until`,
  )
  const input = { DateFrom: rows[0]!.from, DateTo: rows[0]!.until, MemberSalesBy: 'Outlet', Rows: 50, Page: 1 }
  await call('/reporting/member-sales-analysis-report', input, { token: tokens.staff })
}
