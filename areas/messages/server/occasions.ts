import { type RawBuilder, sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import type { ContactType, MessageEvent, TemplateLanguage } from '../contract.ts'
import * as contract from '../contract.ts'
import { enqueueMessage, findBlockingReason, logSuppressedMessage, type OutgoingMessage } from './queue.ts'
import {
  chooseTemplateVersion,
  findMergeValueFormat,
  findMergeValues,
  findMessageRecipient,
  findTemplateVersions,
  type MessageContext,
} from './render.ts'
import { renderMessage } from './render-version.ts'

// A job writes messages about events, which handlers.ts records in the transaction of the event.

export const WRITE_MESSAGES_JOB_NAME = 'write-messages'
const ATTEMPTS_MOST = 10

/** The job that processes recorded events. Its schedule covers lost notifications. */
export const writeMessagesJob: BackgroundJob = {
  name: WRITE_MESSAGES_JOB_NAME,
  schedule: '* * * * *',
  run: processOccasions,
}

async function processOccasions(context: ServerJobContext) {
  while (!context.signal?.aborted && (await processNext(context)));
}

type Occasion = {
  OccasionId: string
  Event: MessageEvent
  CustomerId: number
  MembershipNo: string | null
  ReferenceCode: string | null
  RewardCode: string | null
  OutletCode: string | null
  StaffId: number | null
  Attempts: number
}

/** Processes one event per transaction, which commits both the messages and the new status of the event. */
async function processNext(context: ServerJobContext): Promise<boolean> {
  const now = context.clock()
  let occasion: Occasion | undefined
  try {
    return await inJobTransaction(context, {}, async (db) => {
      occasion = await claimOccasion(db, now)
      if (!occasion) return false
      const { timeZone, services } = context
      await writeMessagesFor({ db, now, today: businessDate(now, timeZone), timeZone, services }, occasion)
      await sql`update message_occasion set status = 'Written', attempts = attempts + 1, error = null
        where occasion_id = ${occasion.OccasionId}`.execute(db)
      return true
    })
  } catch (error) {
    if (!occasion) throw error
    const { OccasionId, Attempts } = occasion
    context.log(`A message could not be written: ${(error as Error).message}`)
    await inJobTransaction(context, {}, (db) =>
      sql`update message_occasion set attempts = attempts + 1, error = ${(error as Error).message.slice(0, 300)},
        status = case when ${Attempts + 1}::int >= ${ATTEMPTS_MOST}::int then 'Failed' else status end,
        next_try_at = ${now}::timestamptz + least(interval '30 minutes', interval '10 seconds' * power(2, ${Attempts}::int))
        where occasion_id = ${OccasionId}`.execute(db),
    )
    return true
  }
}

async function claimOccasion(db: Db, now: Date) {
  const { rows } = await sql<Occasion>`
    select occasion_id, event, customer_id, membership_no, reference_code, outlet_code, staff_id, attempts,
      (select code from reward where reward.reward_id = message_occasion.reward_id) as reward_code
    from message_occasion where status = 'Waiting' and next_try_at <= ${now}
    order by next_try_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** Writes one message for each channel with an active template. A template of the reward itself comes first. */
async function writeMessagesFor(ctx: MessageContext, occasion: Occasion) {
  const { db } = ctx
  const person = await findMessageRecipient(db, occasion.CustomerId)
  if (!person) return
  const templates = await sql<{ TemplateId: number; Version: number; ContactType: ContactType }>`
    select distinct on (contact_type) template_id, version, contact_type from contact_template
    where status = 'Active' and event = ${occasion.Event} and reference_code in (${occasion.Event}, ${occasion.RewardCode})
    order by contact_type, reference_code = ${occasion.Event}`.execute(db)
  const { currency, Default } = await findMergeValueFormat(ctx)
  for (const { TemplateId, Version, ContactType } of templates.rows) {
    const version = chooseTemplateVersion(
      await findTemplateVersions(db, TemplateId, Version),
      person.Language,
      Default as TemplateLanguage,
    )
    if (!version) continue
    const { MembershipNo, ReferenceCode, StaffId, OutletCode, Event } = occasion
    const values = await findMergeValues(ctx, { person, MembershipNo, ReferenceCode, StaffId }, ContactType)
    const message: OutgoingMessage = {
      person,
      MembershipNo,
      TemplateId,
      TemplateVersion: Version,
      ContactType,
      Purpose: contract.purposeOfEvent(Event),
      Event,
      ReferenceCode,
      rendered: renderMessage(ContactType, version, values, currency),
      CreatedById: null,
      OutletCode,
    }
    const blocked = await findBlockingReason(ctx, message, true)
    if (blocked) await logSuppressedMessage(ctx, message, blocked)
    else await enqueueMessage(ctx, message)
  }
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The queries for reminders of expiry; `once_key` makes each reminder unique. */
    reminders?: readonly {
      event: 'REWARD-EXPIRING' | 'POINTS-EXPIRING'
      /** The columns of each query are customer_id, membership_no, reference_code, reward_id and once_key. */
      due: (args: { today: string; days: number }) => RawBuilder<unknown>
    }[]
  }
}

const daysOf = {
  'REWARD-EXPIRING': 'messages.rewardExpiringDays',
  'POINTS-EXPIRING': 'messages.pointsExpiringDays',
} as const

/** Runs in the morning after the nightly batch, so that reminders omit rewards and points that have expired. */
export const expiryReminderJob: BackgroundJob = { name: 'remind-of-ends', schedule: '30 8 * * *', run: recordReminders }

/** The keys of reminders are stored for longer than the longest time between reminder and expiry. */
const DELETE_OLD = `delete from message_occasion where status = 'Written' and created_at < $1::timestamptz - interval '400 days'`

async function recordReminders(context: ServerJobContext) {
  const now = context.clock()
  await context.database.pool.query(DELETE_OLD, [now])
  const today = businessDate(now, context.timeZone)
  for (const { event, due } of context.services.areas.flatMap(({ reminders }) => reminders ?? [])) {
    await inJobTransaction(context, {}, async (db) => {
      const days = (await readSettings({ db }))[daysOf[event]]
      await sql`
        with due as (${due({ today, days })})
        select count(*) from due where note_occasion(${event}, jsonb_build_object('CustomerId', due.customer_id, 'MembershipNo', due.membership_no,
          'ReferenceCode', due.reference_code, 'RewardId', due.reward_id, 'OnceKey', due.once_key), ${now}::timestamptz)`.execute(
        db,
      )
    })
  }
}
