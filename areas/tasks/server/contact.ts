import { sql } from 'kysely'
import { isTimeWithinHours, writeToCustomers } from '#areas/messages/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/contact.ts'
import {
  type ContactHindrance,
  type ContactWay,
  FOLLOW_UP_DAYS_AFTER_MESSAGE,
  contactRefusals as refusals,
} from '../contract/contact.ts'
import { taskRefusals } from '../contract/tasks.ts'
import { applyFollowUpOfLogs, insertProgressLog, readProgressLog } from './progress-logs.ts'
import { lockTask } from './task-rows.ts'

type ContactPerson = {
  CustomerId: number
  Status: string
  ContactNo: string | null
  Email: string | null
  Service: string | null
  Channel: string | null
  Recent: number
}

/** Returns the customer of a task, with the latest consent and the number of recent marketing messages. */
async function findContactPerson(
  { db, now }: Ctx,
  TaskId: number,
  way: ContactWay,
  days: number,
): Promise<ContactPerson> {
  const latest = (channel: string) => sql`(select granted_yn from customer_consent consent
    where consent.customer_id = customer.customer_id and consent.channel = ${channel} order by recorded_at desc, consent_id desc limit 1)`
  const { rows } = await sql<ContactPerson>`
    select customer.customer_id, customer.status, customer.contact_no, customer.email, ${latest('Service')} as service, ${latest(way)} as channel,
      (select count(*) from contact_log sent where sent.customer_id = customer.customer_id and sent.purpose = 'Marketing'
         and sent.result in ('Queued', 'Sent', 'Delivered', 'Bounced') and sent.created_at > ${now}::timestamptz - make_interval(days => ${days}::int))
      + (select count(*) from task_progress_log log join task other using (task_id) where other.customer_id = customer.customer_id
         and log.contact_type = 'WhatsApp' and log.status <> 'Deleted' and log.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)) as recent
    from task join customer using (customer_id) where task.task_id = ${TaskId} and task.status <> 'Deleted'`.execute(db)
  if (!rows[0]) throw refusals.noCustomer()
  return rows[0]
}

/** Returns the reason why a contact is blocked, by the rules of automatic messages; null if it is allowed. */
async function findHindrance(ctx: Ctx, TaskId: number, way: ContactWay): Promise<ContactHindrance | null> {
  const values = await readSettings(ctx)
  const person = await findContactPerson(ctx, TaskId, way, values['messages.capDays'])
  if (person.Status !== 'Active') return 'Not Active'
  if (!(way === 'Email' ? person.Email : person.ContactNo)) return 'No address'
  if (person.Service === 'N' || person.Channel !== 'Y') return 'No consent'
  if (way === 'Email' || way === 'SMS') return null
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: ctx.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ctx.now)
  if (!isTimeWithinHours(clock, values['messages.sendFrom'], values['messages.sendUntil'])) return 'Quiet hours'
  return way === 'WhatsApp' && person.Recent >= values['messages.capMessages'] ? 'Frequency cap' : null
}

/** Returns the channel whose templates a contact uses; WhatsApp uses the templates for SMS. */
const channelOf = (way: ContactWay) => (way === 'Email' ? 'Email' : 'SMS')

const inDays = (today: string, days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Selects the templates for manual messages, which have neither an event nor a reward. */
const templatesFor = ({ db }: Ctx) =>
  db
    .selectFrom('ContactTemplate')
    .select(['TemplateId', 'Name', 'ContactType'])
    .where('Status', '=', 'Active')
    .where('Event', 'is', null)
    .where('ReferenceCode', 'is', null)
    .orderBy('Name')
    .limit(100)
    .execute()

export async function listContactWaysOfTask(ctx: Ctx, { TaskId }: Input<typeof contract.listContactWaysOfTask>) {
  const { CustomerId } = await findTask(ctx, TaskId)
  const templates = await templatesFor(ctx)
  const ways: ContactWay[] = ['Call', 'WhatsApp', 'Email', 'SMS']
  const Ways = []
  for (const ContactType of CustomerId === null ? [] : ways) {
    const Hindrance = await findHindrance(ctx, TaskId, ContactType)
    const Templates = templates
      .filter((template) => ContactType !== 'Call' && template.ContactType === channelOf(ContactType))
      .map(({ TemplateId, Name }) => ({ TemplateId, Name }))
    const { ContactNo } = await findContactPerson(ctx, TaskId, ContactType, 1)
    Ways.push({
      ContactType,
      Hindrance,
      Link: ContactType === 'Call' && ContactNo ? `tel:${ContactNo}` : null,
      Templates,
    })
  }
  return { Ways, FollowUpDate: inDays(ctx.today, FOLLOW_UP_DAYS_AFTER_MESSAGE) }
}

async function findTask({ db }: Ctx, TaskId: number) {
  const task = await db
    .selectFrom('Task')
    .select(['CustomerId', 'Status'])
    .where('TaskId', '=', TaskId)
    .executeTakeFirst()
  if (!task || task.Status === 'Deleted') throw taskRefusals.notFound()
  return task
}

/** Renders a template's message for the customer; with the option Send it also sends a message that is allowed. */
async function renderOrSend(
  ctx: Ctx,
  TaskId: number,
  way: ContactWay,
  TemplateId: number,
  Option: 'View Only' | 'Send',
) {
  const { CustomerId } = await findTask(ctx, TaskId)
  if (CustomerId === null) throw refusals.noCustomer()
  const effectiveOption = way === 'WhatsApp' ? 'View Only' : Option
  const { rows } = await writeToCustomers(ctx, {
    TemplateId,
    ContactType: channelOf(way),
    CustomerId: [CustomerId],
    Option: effectiveOption,
    Page: 1,
  })
  const rendered = rows[0]!
  if (way !== 'WhatsApp') return { ...rendered, Hindrance: rendered.Blocked as ContactHindrance | null }
  const Hindrance =
    (await findHindrance(ctx, TaskId, way)) ?? (rendered.Missing.length > 0 ? ('Missing values' as const) : null)
  return { ...rendered, Hindrance }
}

export async function previewTaskContact(
  ctx: Ctx,
  { TaskId, ContactType, TemplateId }: Input<typeof contract.previewTaskContact>,
) {
  const { Subject, Text, Missing, Hindrance } = await renderOrSend(ctx, TaskId, ContactType, TemplateId, 'View Only')
  return { Subject, Text, Missing, Hindrance }
}

/** Contacts the customer and adds the progress log in one transaction. */
export async function contactCustomer(ctx: Ctx, input: Input<typeof contract.contactCustomer>) {
  const {
    TaskId,
    ContactType,
    TemplateId,
    Note,
    FollowUpDate = inDays(ctx.today, FOLLOW_UP_DAYS_AFTER_MESSAGE),
  } = input
  const task = await lockTask(ctx, TaskId)
  if (task.Status === 'Deleted') throw taskRefusals.deleted()
  const outcome = await performContact(ctx, TaskId, ContactType, TemplateId)
  const ProgressLogId = await insertProgressLog(ctx, {
    TaskId,
    Name: outcome.Name,
    ContactType,
    Description: [outcome.description, Note].filter(Boolean).join('. ').toUpperCase().slice(0, 300),
    FollowUpDate,
    Status: 'Active',
    MessageId: outcome.MessageId,
  })
  const DueMovedYN = await applyFollowUpOfLogs(ctx, task)
  if (task.Status === 'To Do')
    await ctx.db.updateTable('Task').set({ Status: 'In Progress' }).where('TaskId', '=', TaskId).execute()
  ctx.audit(
    'Contact Customer',
    'Task',
    TaskId,
    `Contact Customer in Task. TaskId - ${TaskId}, ContactType - ${ContactType}, ProgressLogId - ${ProgressLogId}`,
  )
  const { Link, WaitsYN } = outcome
  return { ...(await readProgressLog(ctx, ProgressLogId)), DueMovedYN, Link, WaitsYN }
}

async function performContact(ctx: Ctx, TaskId: number, way: ContactWay, TemplateId: number | undefined) {
  if (way === 'Call') {
    const Hindrance = await findHindrance(ctx, TaskId, way)
    if (Hindrance) throw refusals.blocked({ Hindrance })
    const { ContactNo } = await findContactPerson(ctx, TaskId, way, 1)
    return { description: 'Called', Name: null, MessageId: null, Link: `tel:${ContactNo}`, WaitsYN: 'N' as const }
  }
  if (TemplateId === undefined) throw refusals.noTemplate()
  const { Hindrance, Subject, Text, MessageId, WaitsYN, Recipient } = await renderOrSend(
    ctx,
    TaskId,
    way,
    TemplateId,
    'Send',
  )
  if (Hindrance) throw refusals.blocked({ Hindrance })
  const template = await ctx.db
    .selectFrom('ContactTemplate')
    .select('Name')
    .where('TemplateId', '=', TemplateId)
    .executeTakeFirstOrThrow()
  const Link =
    way === 'WhatsApp' ? `https://wa.me/${(Recipient ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(Text)}` : null
  return { description: `Wrote: ${Subject ?? template.Name}`, Name: template.Name, MessageId, Link, WaitsYN }
}
