import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContactType } from '#areas/messages/contract.ts'
import { mayWriteNow, writeOne } from '#areas/messages/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'

// WRITING TO THE LISTS, one customer in a transaction of its own: the message and the note that it was written are there together or not at
// all, so that nobody is written to twice, whenever a process dies. Pausing, consent and what became of the customer are asked each time;
// and only few messages wait to be handed over, so that what was paused or stopped stops, and a consent is as it is when the mail leaves.

export const SEND = 'send-campaigns'
const ATTEMPTS_MOST = 5
/** Messages of a channel that wait to be handed over: no more are written meanwhile. */
const AHEAD = 200
const AT_ONCE = 3
const REST_MS = 100
/** After so many rests without a turn it is left to the next minute. */
const RESTS_MOST = 100

/** Runs when a send begins or goes on; by the minute too, should the announcement have been lost. */
export const sendCampaigns: Job = { name: SEND, schedule: '* * * * *', seconds: 6 * 3600, heartbeat: 20, run: sendAll }

async function sendAll(context: ServerJobContext) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => writeAll(context)))
  await inJob(context, {}, (db) => complete(db, context.clock()))
}

/** One after the other. Where enough wait to be handed over, it rests. */
async function writeAll(context: ServerJobContext) {
  for (let rests = 0; rests < RESTS_MOST && !context.signal?.aborted; rests++) {
    while (!context.signal?.aborted && (await writeNext(context))) rests = 0
    if (!(await mustRest(context))) return
    await rest(REST_MS)
  }
}

type Turn = {
  ContactId: string
  TargetListId: string
  CustomerId: number
  Stays: boolean
  Control: boolean
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  StartedById: number | null
  StaffId: number | null
  Attempts: number
}

async function writeNext(context: ServerJobContext): Promise<boolean> {
  const now = context.clock()
  const { timeZone, services } = context
  const today = businessDate(now, timeZone)
  let turn: Turn | undefined
  try {
    return await inJob(context, { alike: true }, async (db) => {
      const sending = { db, now, today, timeZone, services, own: await settings({ db }) }
      if (!(await mayWriteNow(sending))) return false
      turn = await takeTurn(db, now, today)
      if (!turn) return false
      await settle(db, now, turn, await resultOf(sending, turn))
      return true
    })
  } catch (error) {
    if (!turn) throw error
    const { ContactId, Attempts } = turn
    context.log(`A customer of a campaign could not be written to: ${(error as Error).message}`)
    await inJob(context, {}, (db) => putOff(db, now, ContactId, Attempts + 1))
    return true
  }
}

/** Whether as many messages of a send's channel wait as may. */
export const outboxIsFull = sql`
  (select count(*) from (select from outbox_message where status = 'Queued' and channel = send.contact_type and send_from is not null limit ${sql.lit(AHEAD)}) waiting) >= ${sql.lit(AHEAD)}`

/** There is somebody to write to, and no room. */
async function mustRest(context: ServerJobContext) {
  const { rows } = await inJob(context, { alike: true, readOnly: true }, (db) =>
    sql`select from campaign_send send where status = 'Running' and ${outboxIsFull}
      and exists (select from campaign_contact contact where contact.send_id = send.send_id and contact.status = 'Waiting')`.execute(
      db,
    ),
  )
  return rows.length > 0
}

/** The next customer of a send that may write now. */
async function takeTurn(db: Db, now: Date, today: string) {
  const { rows } = await sql<Turn>`
    select contact.contact_id::text, contact.target_list_id::text, contact.attempts, t.customer_id, t.bucket < campaign.control_percent as control,
      t.status = 'Active' and customer.status <> 'Merged' as stays,
      send.template_id, send.template_version, send.contact_type, send.started_by_id,
      (select staff_id from user_account where user_id = send.started_by_id) as staff_id
    from campaign_send send join campaign using (campaign_code) join contact_template template using (template_id)
    cross join lateral (
      select contact_id, target_list_id, attempts from campaign_contact
      where campaign_contact.send_id = send.send_id and status = 'Waiting' and next_try_at <= ${now}
      order by next_try_at, contact_id limit 1 for update skip locked) contact
    join campaign_target t on t.target_list_id = contact.target_list_id join customer on customer.customer_id = t.customer_id
    where send.status = 'Running' and campaign.status = 'Active' and campaign.end_date >= ${today}::date and template.status = 'Active'
      and not ${outboxIsFull}
    order by send.send_id limit 1`.execute(db)
  return rows[0]
}

type Done = { Result: string | null; MessageId: string | null }

/** What becomes of one; null where they are not to be written to any more. */
async function resultOf(sending: Parameters<typeof writeOne>[0], turn: Turn): Promise<Done> {
  if (!turn.Stays) return { Result: null, MessageId: null }
  const { Blocked, MessageId } = await writeOne(
    sending,
    { ...turn, CreatedById: turn.StartedById },
    turn.Control ? 'judge' : undefined,
  )
  if (Blocked) return { Result: Blocked, MessageId }
  return { Result: turn.Control ? 'Control' : 'Written', MessageId }
}

async function settle(db: Db, now: Date, { ContactId, TargetListId, ContactType, StartedById }: Turn, done: Done) {
  const { Result, MessageId } = done
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
  // Anyone who was reached before keeps that result.
  else
    await sql`update campaign_target set channel = ${ContactType}, result = ${Result}, message_id = null
      where target_list_id = ${TargetListId} and contacted_at is null`.execute(db)
}

/** Tried again a little later, and given up at last, so that one text that cannot be filled in stops nobody else. */
async function putOff(db: Db, now: Date, ContactId: string, attempts: number) {
  if (attempts < ATTEMPTS_MOST)
    await sql`update campaign_contact set attempts = ${attempts}, next_try_at = ${now}::timestamptz + interval '1 minute' * ${attempts}::int
      where contact_id = ${ContactId} and status = 'Waiting'`.execute(db)
  else
    await sql`update campaign_contact set attempts = ${attempts}, status = 'Done', result = 'Failed', contacted_at = ${now}
      where contact_id = ${ContactId} and status = 'Waiting'`.execute(db)
}

/** A send is through once nobody waits. */
const complete = (db: Db, now: Date) =>
  sql`update campaign_send send set status = 'Completed', ended_at = ${now}
    where status = 'Running' and not exists (select from campaign_contact contact where contact.send_id = send.send_id and contact.status = 'Waiting')`.execute(
    db,
  )
