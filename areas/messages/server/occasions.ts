import { type RawBuilder, sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { ContactType, MessageEvent, TemplateLanguage } from '../contract.ts'
import * as contract from '../contract.ts'
import { blockedBy, type Letter, noteHeldBack, queueLetter } from './queue.ts'
import { chosen, mergeValues, personOf, type Sending, versionOf, writingOf } from './render.ts'
import { render } from './render-version.ts'

// WHAT HAPPENED AND IS WRITTEN ABOUT. It was noted in the transaction in which it happened (handlers.ts); what is written about it is
// worked out here, right after.

export const WRITE = 'write-messages'
const ATTEMPTS_MOST = 10

/** Writes about what was noted; by the minute too, should the announcement have been lost. */
export const writeMessages: Job = { name: WRITE, schedule: '* * * * *', run: writeAll }

async function writeAll(context: ServerJobContext) {
  while (!context.signal?.aborted && (await writeNext(context)));
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

/** One occasion in a transaction of its own: its messages are written together with the note that they are. */
async function writeNext(context: ServerJobContext): Promise<boolean> {
  const now = context.clock()
  let taken: Occasion | undefined
  try {
    return await inJob(context, {}, async (db) => {
      taken = await takeOccasion(db, now)
      if (!taken) return false
      const { timeZone, services } = context
      await writeAbout({ db, now, today: businessDate(now, timeZone), timeZone, services }, taken)
      await sql`update message_occasion set status = 'Written', attempts = attempts + 1, error = null
        where occasion_id = ${taken.OccasionId}`.execute(db)
      return true
    })
  } catch (error) {
    if (!taken) throw error
    const { OccasionId, Attempts } = taken
    context.log(`A message could not be written: ${(error as Error).message}`)
    await inJob(context, {}, (db) =>
      sql`update message_occasion set attempts = attempts + 1, error = ${(error as Error).message.slice(0, 300)},
        status = case when ${Attempts + 1}::int >= ${ATTEMPTS_MOST}::int then 'Failed' else status end,
        next_try_at = ${now}::timestamptz + least(interval '30 minutes', interval '10 seconds' * power(2, ${Attempts}::int))
        where occasion_id = ${OccasionId}`.execute(db),
    )
    return true
  }
}

async function takeOccasion(db: Db, now: Date) {
  const { rows } = await sql<Occasion>`
    select occasion_id, event, customer_id, membership_no, reference_code, outlet_code, staff_id, attempts,
      (select code from reward where reward.reward_id = message_occasion.reward_id) as reward_code
    from message_occasion where status = 'Waiting' and next_try_at <= ${now}
    order by next_try_at limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** By e-mail and by SMS, whatever is active; a template of the reward itself in place of the one for all. */
async function writeAbout(sending: Sending, occasion: Occasion) {
  const { db } = sending
  const person = await personOf(db, occasion.CustomerId)
  if (!person) return
  const templates = await sql<{ TemplateId: number; Version: number; ContactType: ContactType }>`
    select distinct on (contact_type) template_id, version, contact_type from contact_template
    where status = 'Active' and event = ${occasion.Event} and reference_code in (${occasion.Event}, ${occasion.RewardCode})
    order by contact_type, reference_code = ${occasion.Event}`.execute(db)
  const { currency, Default } = await writingOf(sending)
  for (const { TemplateId, Version, ContactType } of templates.rows) {
    const version = chosen(await versionOf(db, TemplateId, Version), person.Language, Default as TemplateLanguage)
    if (!version) continue
    const { MembershipNo, ReferenceCode, StaffId, OutletCode, Event } = occasion
    const values = await mergeValues(sending, { person, MembershipNo, ReferenceCode, StaffId }, ContactType)
    const letter: Letter = {
      person,
      MembershipNo,
      TemplateId,
      TemplateVersion: Version,
      ContactType,
      Purpose: contract.purposeOf(Event),
      Event,
      ReferenceCode,
      rendered: render(ContactType, version, values, currency),
      CreatedById: null,
      OutletCode,
    }
    const blocked = await blockedBy(sending, letter, true)
    if (blocked) await noteHeldBack(sending, letter, blocked)
    else await queueLetter(sending, letter)
  }
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What ends soon and is to be reminded of, each once: the rows say whom it concerns and under which key it is remembered. */
    reminders?: readonly {
      event: 'REWARD-EXPIRING' | 'POINTS-EXPIRING'
      /** Columns: customer_id, membership_no, reference_code, reward_id, once_key. */
      due: (of: { today: string; days: number }) => RawBuilder<unknown>
    }[]
  }
}

const daysOf = {
  'REWARD-EXPIRING': 'messages.rewardExpiringDays',
  'POINTS-EXPIRING': 'messages.pointsExpiringDays',
} as const

/** In the morning, so that nobody is reminded of what ended by night. */
export const remindOfEnds: Job = { name: 'remind-of-ends', schedule: '30 8 * * *', run: noteEnds }

/** A reminder's key is kept for longer than its day can be ahead. */
const FORGOTTEN = `delete from message_occasion where status = 'Written' and created_at < $1::timestamptz - interval '400 days'`

async function noteEnds(context: ServerJobContext) {
  const now = context.clock()
  await context.database.pool.query(FORGOTTEN, [now])
  const today = businessDate(now, context.timeZone)
  for (const { event, due } of context.services.areas.flatMap(({ reminders }) => reminders ?? [])) {
    await inJob(context, {}, async (db) => {
      const days = (await settings({ db }))[daysOf[event]]
      await sql`
        with due as (${due({ today, days })})
        select count(*) from due where note_occasion(${event}, jsonb_build_object('CustomerId', due.customer_id, 'MembershipNo', due.membership_no,
          'ReferenceCode', due.reference_code, 'RewardId', due.reward_id, 'OnceKey', due.once_key), ${now}::timestamptz)`.execute(
        db,
      )
    })
  }
}
