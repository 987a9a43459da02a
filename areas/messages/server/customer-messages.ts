import { sql } from 'kysely'
import { takeWithin } from '#areas/access/server/index.ts'
import { browsedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queueMail } from '#kit/server/outbox.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type { Blocked, ContactTemplate, ContactType, CustomerMessage, MessageEvent } from '../contract.ts'
import * as contract from '../contract.ts'
import { compileThreads } from './compile-texts.ts'
import { namesOf, samplesOf } from './names.ts'
import { blockedBy, type Letter, queueLetter, recipientOf } from './queue.ts'
import { chosen, mergeValues, type Person, personOf, type Subject, versionOf, writingOf } from './render.ts'
import { render, type Version } from './render-version.ts'
import { asSpecified, columns, eventOf, findTemplate } from './template-rows.ts'

const refusals = contract.sendingRefusals

/** Tests that one member of staff may send to themselves. */
const TESTS = { most: 30, seconds: 3600 }

/** A text that need not be stored: with the values of a customer, or with samples. */
export async function previewText(call: MultiTransaction, input: Input<typeof contract.previewText>) {
  const { ContactType, Event, Language, Subject, Body, CustomerId, RewardReferenceCode } = input
  const { names: known, ...preview } = await call.step(async (ctx) => {
    const names = await namesOf(ctx)
    const { currency } = await writingOf(ctx)
    if (CustomerId === undefined) return { names, currency, merged: samplesOf(names) }
    const subject = await subjectOf(ctx, CustomerId, RewardReferenceCode)
    return { names, currency, merged: await mergeValues(ctx, subject, ContactType) }
  })
  const text = { Language, Subject, Body }
  const Purpose = contract.purposeOf(Event)
  const { webUrl } = call.services
  const task = { names: known, ContactType, Purpose, text, webUrl, preview }
  const { rendered, names } = await compileThreads.run(task)
  return { ...rendered!, Names: names.toSorted() }
}

async function subjectOf(ctx: Ctx, CustomerId: number, reference: string | null | undefined): Promise<Subject> {
  const person = await personOf(ctx.db, CustomerId)
  if (!person) throw contract.templateRefusals.notFound()
  const MembershipNo = reference ? await memberHolding(ctx, person, reference) : null
  return { person, MembershipNo, ReferenceCode: reference ?? null, StaffId: ctx.actor.staffId }
}

/** The reward has to be the customer's own: else its voucher would be shown to the person who guesses a code. */
async function memberHolding(ctx: Ctx, person: Person, ReferenceCode: string) {
  const held = await ctx.db
    .selectFrom('CustomerReward')
    .select(['CustomerId', 'MembershipNo'])
    .where('ReferenceCode', '=', ReferenceCode)
    .executeTakeFirst()
  if (held?.CustomerId !== person.CustomerId) throw refusals.otherCustomer({ ReferenceCode })
  return held.MembershipNo
}

/** Shows, sends or tries what customers would get of a template, each in their language. */
export async function findCustomerMessages(ctx: Ctx, input: Input<typeof contract.findCustomerMessages>) {
  const template = await templateFor(ctx, input)
  if (input.Option === 'Send' && template.Status !== 'Active') throw refusals.notActive({ Status: template.Status })
  const versions = await versionOf(ctx.db, template.TemplateId, template.Version)
  const writing = await writingOf(ctx)
  const { count, page } = await readersOf(ctx, template, input)
  const rows: CustomerMessage[] = []
  for (const { CustomerId, ReferenceCode } of input.Option === 'Test' ? page.slice(0, 1) : page) {
    const subject = await subjectOf(ctx, CustomerId, ReferenceCode)
    const version = chosen(versions, input.Language ?? subject.person.Language, writing.Default)
    if (!version) throw refusals.noConfiguration()
    rows.push(await messageTo(ctx, template, version, subject, writing.currency, input.Option))
  }
  const sent = rows.some(({ MessageId }) => MessageId !== null)
  return {
    count,
    rows,
    Message: sent ? `Success Sending ${template.ContactType} Notification` : null,
  }
}

type Asked = Input<typeof contract.findCustomerMessages>
type Reader = { CustomerId: number; ReferenceCode: string | null }

/** Who is written to: the customers that are named, or those who hold the reward, at one's own outlet. In the order of their numbers, so that two calls never wait for each other. */
async function readersOf(
  ctx: Ctx,
  template: ContactTemplate,
  input: Asked,
): Promise<{ count: number; page: Reader[] }> {
  const { CustomerId, RewardReferenceCode, Rows = CustomerId?.length ?? 10, Page } = input
  const start = (Page - 1) * Rows
  if (CustomerId) {
    const all = [...new Set(CustomerId)].toSorted((one, other) => one - other)
    const ReferenceCode = all.length === 1 ? (RewardReferenceCode ?? null) : null
    return { count: all.length, page: all.slice(start, start + Rows).map((id) => ({ CustomerId: id, ReferenceCode })) }
  }
  const Code = [input.ReferenceCode, template.ReferenceCode].find((code) => code && !eventOf(code))
  if (!Code) throw refusals.chooseCustomers()
  const own = browsedOutlet(ctx)
  const { rows } = await sql<Reader & { Count: number }>`
    select held.customer_id, min(held.reference_code) as reference_code, count(*) over () as count
    from customer_reward held join reward using (reward_id) join customer using (customer_id)
    where reward.code = ${Code} and reward.status <> 'Deleted' and held.status = 'Active'
      and (${own}::text is null or customer.registered_outlet_code = ${own})
    group by held.customer_id order by held.customer_id limit ${Rows} offset ${start}`.execute(ctx.db)
  return { count: rows[0]?.Count ?? 0, page: rows }
}

async function messageTo(
  ctx: Ctx,
  template: ContactTemplate,
  version: Version,
  subject: Subject,
  currency: string,
  option: Asked['Option'],
): Promise<CustomerMessage> {
  const { person } = subject
  const { ContactType, Purpose } = template
  const rendered = render(ContactType, version, await mergeValues(ctx, subject, ContactType), currency)
  const letter: Letter = {
    person,
    MembershipNo: subject.MembershipNo,
    TemplateId: template.TemplateId,
    TemplateVersion: template.Version,
    ContactType,
    Purpose,
    Event: template.Event,
    ReferenceCode: subject.ReferenceCode,
    rendered,
    CreatedById: ctx.actor.userId,
    OutletCode: ctx.actor.outletCode,
  }
  const own = option === 'Test' ? await ownAddress(ctx, ContactType) : null
  const Blocked = await blockedFor(ctx, letter, option)
  const outcome = await (async () => {
    if (Blocked || option === 'View Only') return null
    if (own !== null) return { MessageId: await sendTest(ctx, letter, own), Waits: false }
    return queueLetter(ctx, letter)
  })()
  if (outcome && option === 'Send')
    ctx.audit(
      'Send Contact Template',
      'Customer',
      person.CustomerId,
      `Send Contact Template in Contact Template. TemplateId - ${template.TemplateId}, CustomerId - ${person.CustomerId}`,
    )
  return {
    ...rendered,
    CustomerId: person.CustomerId,
    FullName: person.FullName,
    MembershipNo: letter.MembershipNo ?? person.MembershipNo,
    TemplateId: template.TemplateId,
    TemplateVersion: template.Version,
    ContactType,
    Purpose,
    Recipient: own ?? recipientOf(person, ContactType),
    Blocked,
    MessageId: outcome?.MessageId ?? null,
    WaitsYN: outcome?.Waits ? 'Y' : 'N',
  }
}

/** A test goes to the person who asks for it: only what is missing in the text stands against it. */
const blockedFor = async (ctx: Ctx, letter: Letter, option: Asked['Option']): Promise<Blocked | null> => {
  if (option !== 'Test') return blockedBy(ctx, letter, option === 'Send')
  return letter.rendered.Missing.length > 0 ? 'Missing values' : null
}

async function ownAddress(ctx: Ctx, ContactType: ContactType): Promise<string> {
  const own =
    ctx.actor.staffId === null
      ? undefined
      : await ctx.db
          .selectFrom('Staff')
          .select(['Email', 'ContactNo'])
          .where('StaffId', '=', ctx.actor.staffId)
          .executeTakeFirst()
  const address = ContactType === 'Email' ? own?.Email : own?.ContactNo
  if (!address) throw refusals.noOwnAddress({ ContactType })
  return address
}

async function sendTest(ctx: Ctx, { ContactType, rendered }: Letter, To: string): Promise<string> {
  if ((await takeWithin(ctx, `message test ${ctx.actor.userId}`, TESTS)) > 0) throw refusals.tooManyTests()
  return queueMail(
    ctx.db,
    { To, Channel: ContactType, Subject: rendered.Subject ?? '', Body: rendered.Text, Html: rendered.Html },
    ctx.now,
  )
}

/** The template that is named, or the active one of an event or a reward; one of the reward itself comes first. */
async function templateFor(ctx: Ctx, input: Asked): Promise<ContactTemplate> {
  if (input.TemplateId !== undefined) {
    const template = await findTemplate(ctx, input.TemplateId)
    if (template.Status === 'Deleted') throw contract.templateRefusals.notFound()
    return template
  }
  const { ReferenceCode, ContactType } = input
  const event: MessageEvent | undefined = input.Event ?? eventOf(ReferenceCode)
  if (!ReferenceCode && !event) throw refusals.choose()
  const found = await ctx.db
    .selectFrom('ContactTemplate')
    .select(columns)
    .where('Status', '=', 'Active')
    .where('ContactType', '=', ContactType)
    .where('ReferenceCode', 'in', [ReferenceCode, event].filter((code) => !!code) as string[])
    .$if(event !== undefined, (query) => query.where('Event', '=', event!))
    .execute()
  const rank = (one: (typeof found)[number]) =>
    (one.ReferenceCode === ReferenceCode ? 0 : 2) + (one.Event === 'REWARD-ISSUED' ? 0 : 1)
  const best = found.toSorted((one, other) => rank(one) - rank(other) || one.TemplateId - other.TemplateId)[0]
  if (!best) throw refusals.noConfiguration()
  return asSpecified(best)
}
