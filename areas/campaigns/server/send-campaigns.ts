import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContactType } from '#areas/messages/contract.ts'
import { isWithinMarketingHours, writeSingleMessage } from '#areas/messages/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

// The job writes the messages of a send, one customer per transaction.
// Message and contact record are committed together, so a process that dies never causes a second message.
// Before each message the job checks the status of campaign and customer, and the consent.
// The number of queued messages is limited, so that a pause soon takes effect and the consent check stays recent.

export const SEND_CAMPAIGNS_JOB_NAME = 'send-campaigns'
const ATTEMPTS_MOST = 5
/** The maximum number of queued messages of a channel in the outbox. A send pauses while the outbox has this number. */
const OUTBOX_MOST = 200
const WORKERS = 3
const PAUSE_MS = 100
/** The job ends after this number of pauses without progress, and its schedule starts it again. */
const PAUSES_MOST = 100

/** The job that writes the messages of sends. It runs when a send starts or resumes, and every minute as a fallback. */
export const sendCampaignsJob: BackgroundJob = {
  name: SEND_CAMPAIGNS_JOB_NAME,
  schedule: '* * * * *',
  seconds: 6 * 3600,
  heartbeat: 20,
  run: runSends,
}

async function runSends(context: ServerJobContext) {
  await Promise.all(Array.from({ length: WORKERS }, () => runWorker(context)))
  await inJobTransaction(context, {}, (db) => completeSends(db, context.clock()))
}

/** Writes the messages of a send one after another, and pauses while the outbox is full. */
async function runWorker(context: ServerJobContext) {
  for (let pauses = 0; pauses < PAUSES_MOST && !context.signal?.aborted; pauses++) {
    while (!context.signal?.aborted && (await sendNext(context))) pauses = 0
    if (!(await isBlockedByOutbox(context))) return
    await pause(PAUSE_MS)
  }
}

type PendingContact = {
  ContactId: string
  TargetListId: string
  CustomerId: number
  IsTarget: boolean
  Control: boolean
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  StartedById: number | null
  StaffId: number | null
  Attempts: number
}

async function sendNext(context: ServerJobContext): Promise<boolean> {
  const now = context.clock()
  const { timeZone, services } = context
  const today = businessDate(now, timeZone)
  let contact: PendingContact | undefined
  try {
    return await inJobTransaction(context, { preparePlans: true }, async (db) => {
      const sendCtx = { db, now, today, timeZone, services, loadedSettings: await readSettings({ db }) }
      if (!(await isWithinMarketingHours(sendCtx))) return false
      contact = await claimContact(db, now, today)
      if (!contact) return false
      await recordResult(db, now, contact, await sendToContact(sendCtx, contact))
      return true
    })
  } catch (error) {
    if (!contact) throw error
    const { ContactId, Attempts } = contact
    context.log(`A customer of a campaign could not be written to: ${(error as Error).message}`)
    await inJobTransaction(context, {}, (db) => scheduleRetry(db, now, ContactId, Attempts + 1))
    return true
  }
}

/** True if the outbox has the maximum number of queued messages in the send's channel. */
export const isOutboxFullSql = sql`
  (select count(*) from (select from outbox_message where status = 'Queued' and channel = send.contact_type and send_from is not null limit ${sql.lit(OUTBOX_MOST)}) waiting) >= ${sql.lit(OUTBOX_MOST)}`

/** True if a running send has waiting contacts but the outbox is full. */
async function isBlockedByOutbox(context: ServerJobContext) {
  const { rows } = await inJobTransaction(context, { preparePlans: true, readOnly: true }, (db) =>
    sql`select from campaign_send send where status = 'Running' and ${isOutboxFullSql}
      and exists (select from campaign_contact contact where contact.send_id = send.send_id and contact.status = 'Waiting')`.execute(
      db,
    ),
  )
  return rows.length > 0
}

/** Locks the next waiting contact of a send that may write messages now. */
async function claimContact(db: Db, now: Date, today: string) {
  const { rows } = await sql<PendingContact>`
    select contact.contact_id::text, contact.target_list_id::text, contact.attempts, t.customer_id, t.bucket < campaign.control_percent as control,
      t.status = 'Active' and customer.status <> 'Merged' as is_target,
      send.template_id, send.template_version, send.contact_type, send.started_by_id,
      (select staff_id from user_account where user_id = send.started_by_id) as staff_id
    from campaign_send send join campaign using (campaign_code) join contact_template template on template.template_id = send.template_id
    cross join lateral (
      select contact_id, target_list_id, attempts from campaign_contact
      where campaign_contact.send_id = send.send_id and status = 'Waiting' and next_try_at <= ${now}
      order by next_try_at, contact_id limit 1 for update skip locked) contact
    join campaign_target t on t.target_list_id = contact.target_list_id join customer on customer.customer_id = t.customer_id
    where send.status = 'Running' and campaign.status = 'Active' and campaign.end_date >= ${today}::date and template.status = 'Active'
      and not ${isOutboxFullSql}
    order by send.send_id limit 1`.execute(db)
  return rows[0]
}

type ContactResult = { Result: string | null; MessageId: string | null }

/**
 * Writes the message to a recipient. For the control group it only evaluates whether the message would be sent.
 * `Result` is null if the customer is no longer on the target list.
 */
async function sendToContact(
  sendCtx: Parameters<typeof writeSingleMessage>[0],
  contact: PendingContact,
): Promise<ContactResult> {
  if (!contact.IsTarget) return { Result: null, MessageId: null }
  const { Blocked, MessageId } = await writeSingleMessage(
    sendCtx,
    { ...contact, CreatedById: contact.StartedById },
    contact.Control ? 'evaluate' : undefined,
  )
  if (Blocked) return { Result: Blocked, MessageId }
  return { Result: contact.Control ? 'Control' : 'Written', MessageId }
}

async function recordResult(
  db: Db,
  now: Date,
  { ContactId, TargetListId, ContactType, StartedById }: PendingContact,
  contactResult: ContactResult,
) {
  const { Result, MessageId } = contactResult
  if (Result === null) {
    await sql`update campaign_contact set status = 'Cancelled' where contact_id = ${ContactId}`.execute(db)
    return
  }
  await sql`update campaign_contact set status = 'Done', result = ${Result}, message_id = ${MessageId}, contacted_at = ${now}, contacted_by_id = ${StartedById}
    where contact_id = ${ContactId}`.execute(db)
  if (Result === 'Written')
    await sql`update campaign_target set contacted_at = coalesce(contacted_at, ${now}), counted_from = coalesce(counted_from, ${now}),
        channel = ${ContactType}, result = ${Result}, message_id = ${MessageId} where target_list_id = ${TargetListId}`.execute(
      db,
    )
  else if (Result === 'Control')
    await sql`update campaign_target set counted_from = coalesce(counted_from, ${now}) where target_list_id = ${TargetListId}`.execute(
      db,
    )
  // A customer who was contacted before keeps the result of the earlier contact.
  else
    await sql`update campaign_target set channel = ${ContactType}, result = ${Result}, message_id = null
      where target_list_id = ${TargetListId} and contacted_at is null`.execute(db)
}

/** Schedules another attempt in a few minutes. After the last attempt the contact gets the result Failed. */
async function scheduleRetry(db: Db, now: Date, ContactId: string, attempts: number) {
  if (attempts < ATTEMPTS_MOST)
    await sql`update campaign_contact set attempts = ${attempts}, next_try_at = ${now}::timestamptz + interval '1 minute' * ${attempts}::int
      where contact_id = ${ContactId} and status = 'Waiting'`.execute(db)
  else
    await sql`update campaign_contact set attempts = ${attempts}, status = 'Done', result = 'Failed', contacted_at = ${now}
      where contact_id = ${ContactId} and status = 'Waiting'`.execute(db)
}

/** Completes the running sends that have no waiting contacts. */
const completeSends = (db: Db, now: Date) =>
  sql`update campaign_send send set status = 'Completed', ended_at = ${now}
    where status = 'Running' and not exists (select from campaign_contact contact where contact.send_id = send.send_id and contact.status = 'Waiting')`.execute(
    db,
  )
