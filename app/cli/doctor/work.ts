import type { Config } from '#app/server/config.ts'
import { type Figures, figuresOf, figureValue, type Query } from './database.ts'
import { describeSeconds, type Finding, findingsOf } from './finding.ts'

const HOUR = 3_600
const DAY = 86_400

type LastRuns = {
  backup: boolean
  proof: boolean
  nightly: string | null
  nightly_failed: boolean
  nightly_silent: boolean
}

/** Reports backup, reconciliation and nightly batch. */
export async function checkRuns(query: Query, figures: Figures): Promise<Finding[]> {
  const [runs] = (await query(
    `select exists (select from backup_run) as backup, exists (select from proof_run) as proof, last.status as nightly,
       coalesce(last.status in ('Failed', 'Broken off'), false) as nightly_failed,
       coalesce(last.status = 'Running' and last.seen_at < clock_timestamp() - interval '15 minutes', false) as nightly_silent
     from (values (1)) one left join lateral (select status, seen_at from nightly_run order by nightly_run_id desc limit 1) last on true`,
  )) as LastRuns[]
  return [backup(figures, runs!), proof(figures, runs!), nightly(figures, runs!)]
}

function backup(figures: Figures, runs: LastRuns): Finding {
  const { ok, look, bad } = findingsOf('Backup', 'caratbackupold')
  const age = figureValue(figures, 'carat_backup_age_seconds') ?? 0
  const action = 'Run npm run cli -- backup --to FOLDER and look at systemctl status carat-backup.'
  if (!runs.backup)
    return age < 26 * HOUR
      ? ok('none yet; the database is new')
      : look('none by this program', `${action} Other backups are not detected.`)
  const state = `made ${describeSeconds(age)} ago`
  if (age > 3 * DAY) return bad(state, action)
  return age > 26 * HOUR ? look(state, action) : ok(state)
}

function proof(figures: Figures, runs: LastRuns): Finding {
  const { ok, look, bad } = findingsOf('Ledger', 'caratproofmissed')
  const differences = figureValue(figures, 'carat_proof_differences') ?? 0
  if (differences > 0)
    return bad(
      `${differences} differences in the last reconciliation`,
      'Change nothing in the ledger, keep the last backup, and read Ledger reconciliation.',
      'caratledgerdiffers',
    )
  const action = 'Run npm run cli -- prove.'
  if (!runs.proof) return look('never reconciled', action)
  const age = figureValue(figures, 'carat_proof_age_seconds') ?? 0
  const state = `agrees, reconciled ${describeSeconds(age)} ago`
  if (age > 7 * DAY) return bad(state, action)
  return age > 2 * DAY ? look(state, action) : ok(state)
}

function nightly(figures: Figures, runs: LastRuns): Finding {
  const { ok, look, bad } = findingsOf('Nightly batch', 'caratnightlybatchmissed')
  const age = figureValue(figures, 'carat_nightly_age_seconds') ?? 0
  const action = 'Read the reason in Nightly jobs, remove it, and run npm run cli -- nightly.'
  const state = `last complete run ${describeSeconds(age)} ago`
  if (runs.nightly === null) return age < 26 * HOUR ? ok('none yet; the database is new') : bad('has never run', action)
  if (age > 50 * HOUR) return bad(state, action)
  if (runs.nightly_failed) return bad(`the last run is ${runs.nightly}; ${state}`, action)
  if (runs.nightly_silent) return look(`the present run gives no sign of life; ${state}`, action)
  return age > 26 * HOUR ? look(state, action) : ok(state)
}

/** Reports depth and age of the queue. Failed jobs of the last day show a job that needs its log lines read. */
export async function checkQueue(query: Query, figures: Figures): Promise<Finding[]> {
  const { ok, look, bad } = findingsOf('Queue', 'caratjobsstuck')
  const [table] = (await query(`select to_regclass('pgboss.job') is not null as there`)) as { there: boolean }[]
  if (!table!.there) return [look('background jobs have never started', 'Start a server; it creates the queue.')]
  const waiting = figuresOf(figures, 'carat_jobs').filter(({ labels }) =>
    ['created', 'retry'].includes(labels.state ?? ''),
  )
  const depth = waiting.reduce((sum, { value }) => sum + value, 0)
  const oldest = figuresOf(figures, 'carat_job_oldest_waiting_seconds').sort((one, other) => other.value - one.value)[0]
  const failed = (await query(
    `select name, count(*)::int as count from pgboss.job
     where state = 'failed' and completed_on > clock_timestamp() - interval '1 day' group by name order by name`,
  )) as { name: string; count: number }[]
  const findings: Finding[] = []
  const age = oldest?.value ?? 0
  const state = `${depth} jobs wait${oldest ? `, the oldest (${oldest.labels.job}) for ${describeSeconds(age)}` : ''}`
  const action = 'Find out whether a server runs, and read its log lines "The job … failed".'
  if (age > 900) findings.push(bad(state, action))
  else if (age > 120) findings.push(look(state, action))
  if (failed.length > 0)
    findings.push(
      look(
        `failed within a day: ${failed.map(({ name, count }) => `${name} (${count})`).join(', ')}`,
        'Read the log lines "The job … failed"; each job is repeated at its next schedule.',
        'caratjobsfail',
      ),
    )
  return findings.length > 0 ? findings : [ok(state)]
}

export function checkFeed(figures: Figures): Finding {
  const { ok, look, bad } = findingsOf('Event feed', 'caratfeedlags')
  const lag = figureValue(figures, 'carat_feed_lag_seconds') ?? 0
  if (lag < 60) return ok('up to date')
  const state = `${describeSeconds(lag)} behind`
  const action = 'End the transaction that blocks the publisher, or restart the servers.'
  return lag > 300 ? bad(state, action) : look(state, action)
}

export function checkErp(figures: Figures, config: Config): Finding[] {
  const { ok, look, bad } = findingsOf('ERP', 'caraterpaway')
  const failing = figureValue(figures, 'carat_erp_failing_seconds') ?? 0
  const refused = figureValue(figures, 'carat_erp_messages', { status: 'Failed' }) ?? 0
  const reviews = figureValue(figures, 'carat_erp_reviews') ?? 0
  const findings: Finding[] = []
  if (config.erp && failing > 0) {
    const state = `has not answered for ${describeSeconds(failing)}`
    const action = 'Restore the ERP or correct ERP_URL; messages wait and are sent in order.'
    findings.push(failing > 900 ? bad(state, action) : look(state, action))
  }
  if (refused > 0)
    findings.push(
      look(
        `${refused} messages refused for good`,
        'Read ERP messages, correct the cause, and send them again.',
        'caraterpmessagesfailed',
      ),
    )
  if (reviews > 0)
    findings.push(
      look(`${reviews} uses of vouchers to review`, 'Let staff review them in ERP messages.', 'caraterpmessagesfailed'),
    )
  if (findings.length > 0) return findings
  return [ok(config.erp ? 'answers' : config.demo ? 'simulated by the demo' : 'not configured')]
}

/** Reports messages that wait or were given up. `connect` signs in to the mail server without sending anything. */
export async function checkMail(query: Query, figures: Figures, config: Config, connect: () => Promise<unknown>) {
  const { ok, look, bad } = findingsOf('Mail', 'caratmessageswait')
  const findings: Finding[] = []
  if (config.smtpUrl === undefined) {
    if (!config.demo) findings.push(bad('SMTP_URL is missing', 'Set SMTP_URL; without it no code and no link arrives.'))
  } else
    await connect().catch((error: { code?: string; responseCode?: number }) => {
      const reason = error.responseCode ?? error.code ?? 'no answer'
      findings.push(bad(`the mail server refuses (${reason})`, 'Correct SMTP_URL or restore the mail server.'))
    })
  const oldest = Math.max(
    figureValue(figures, 'carat_outbox_oldest_seconds') ?? 0,
    figureValue(figures, 'carat_messages_wanted_oldest_seconds') ?? 0,
  )
  const action = 'Read the column error of outbox_message, and correct its cause.'
  const [row] = (await query(
    `select count(*)::int as count from outbox_message where status = 'Failed' and created_at > clock_timestamp() - interval '1 day'`,
  )) as { count: number }[]
  const waiting = figureValue(figures, 'carat_outbox_messages', { status: 'Queued' }) ?? 0
  const state = `${waiting} messages wait, the oldest for ${describeSeconds(oldest)}`
  if (oldest > 900) findings.push(bad(state, action))
  else if (oldest > 300) findings.push(look(state, action))
  if (row!.count > 0) findings.push(look(`${row!.count} messages given up within a day`, action))
  return findings.length > 0 ? findings : [ok(oldest > 0 ? state : 'nothing waits')]
}
