import { sql } from 'kysely'
import { tryCountWithinRateLimit } from '#areas/access/server/index.ts'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queueMail } from '#kit/server/outbox.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type { BlockingReason, ContactTemplate, ContactType, CustomerMessage, MessageEvent } from '../contract.ts'
import * as contract from '../contract.ts'
import { compileThreadPool } from './compile-texts.ts'
import { createSampleMergeFields, findMergeFields } from './names.ts'
import { addressOfRecipient, enqueueMessage, findBlockingReason, type OutgoingMessage } from './queue.ts'
import {
  chooseTemplateVersion,
  findMergeValueFormat,
  findMergeValues,
  findMessageRecipient,
  findTemplateVersions,
  type MergeValueSubject,
  type MessageRecipient,
} from './render.ts'
import { type RenderableTemplateVersion, renderMessage } from './render-version.ts'
import { findTemplate, parseMessageEvent, renameToSpecifiedFields, templateColumns } from './template-rows.ts'

const refusals = contract.sendingRefusals

/** The maximum number of tests that one account can send. */
const TESTS = { most: 30, seconds: 3600 }

/** Renders a stored or unsaved text with the values of a customer or with samples. */
export async function previewText(call: MultiTransaction, input: Input<typeof contract.previewText>) {
  const { ContactType, Event, Language, Subject, Body, CustomerId, RewardReferenceCode } = input
  const { names: mergeNames, ...preview } = await call.step(async (ctx) => {
    const names = await findMergeFields(ctx)
    const { currency } = await findMergeValueFormat(ctx)
    if (CustomerId === undefined) return { names, currency, merged: createSampleMergeFields(names) }
    const subject = await subjectOf(ctx, CustomerId, RewardReferenceCode)
    return { names, currency, merged: await findMergeValues(ctx, subject, ContactType) }
  })
  const text = { Language, Subject, Body }
  const Purpose = contract.purposeOfEvent(Event)
  const { webUrl } = call.services
  const task = { names: mergeNames, ContactType, Purpose, text, webUrl, preview }
  const { rendered, names } = await compileThreadPool.run(task)
  return { ...rendered!, Names: names.toSorted() }
}

async function subjectOf(
  ctx: Ctx,
  CustomerId: number,
  reference: string | null | undefined,
): Promise<MergeValueSubject> {
  const person = await findMessageRecipient(ctx.db, CustomerId)
  if (!person) throw contract.templateRefusals.notFound()
  const MembershipNo = reference ? await findRewardOwner(ctx, person, reference) : null
  return { person, MembershipNo, ReferenceCode: reference ?? null, StaffId: ctx.actor.staffId }
}

/** Throws if the reward does not belong to the customer, because a guessed code would otherwise reveal a voucher. */
async function findRewardOwner(ctx: Ctx, person: MessageRecipient, ReferenceCode: string) {
  const customerReward = await ctx.db
    .selectFrom('CustomerReward')
    .select(['CustomerId', 'MembershipNo'])
    .where('ReferenceCode', '=', ReferenceCode)
    .executeTakeFirst()
  if (customerReward?.CustomerId !== person.CustomerId) throw refusals.otherCustomer({ ReferenceCode })
  return customerReward.MembershipNo
}

/** Renders a template for customers in their languages. Sends the messages if the option is Send or Test. */
export async function findCustomerMessages(ctx: Ctx, input: Input<typeof contract.findCustomerMessages>) {
  const template = await findTemplateFor(ctx, input)
  if (input.Option === 'Send' && template.Status !== 'Active') throw refusals.notActive({ Status: template.Status })
  const versions = await findTemplateVersions(ctx.db, template.TemplateId, template.Version)
  const format = await findMergeValueFormat(ctx)
  const { count, page } = await findRecipients(ctx, template, input)
  const rows: CustomerMessage[] = []
  for (const { CustomerId, ReferenceCode } of input.Option === 'Test' ? page.slice(0, 1) : page) {
    const subject = await subjectOf(ctx, CustomerId, ReferenceCode)
    const version = chooseTemplateVersion(versions, input.Language ?? subject.person.Language, format.Default)
    if (!version) throw refusals.noConfiguration()
    rows.push(await renderAndSend(ctx, template, version, subject, format.currency, input.Option))
  }
  const sent = rows.some(({ MessageId }) => MessageId !== null)
  return {
    count,
    rows,
    Message: sent ? `Success Sending ${template.ContactType} Notification` : null,
  }
}

type MessagesInput = Input<typeof contract.findCustomerMessages>
type Recipient = { CustomerId: number; ReferenceCode: string | null }

/**
 * Returns the recipients of a page: the named customers, or those at the caller's outlet who have the reward.
 * The recipients are in the order of their ids, so that two calls cannot deadlock.
 */
async function findRecipients(
  ctx: Ctx,
  template: ContactTemplate,
  input: MessagesInput,
): Promise<{ count: number; page: Recipient[] }> {
  const { CustomerId, RewardReferenceCode, Rows = CustomerId?.length ?? 10, Page } = input
  const start = (Page - 1) * Rows
  if (CustomerId) {
    const ids = [...new Set(CustomerId)].toSorted((one, other) => one - other)
    const ReferenceCode = ids.length === 1 ? (RewardReferenceCode ?? null) : null
    return { count: ids.length, page: ids.slice(start, start + Rows).map((id) => ({ CustomerId: id, ReferenceCode })) }
  }
  const Code = [input.ReferenceCode, template.ReferenceCode].find((code) => code && !parseMessageEvent(code))
  if (!Code) throw refusals.chooseCustomers()
  const outletCode = outletOfCallerLists(ctx)
  const { rows } = await sql<Recipient & { Count: number }>`
    select given.customer_id, min(given.reference_code) as reference_code, count(*) over () as count
    from customer_reward given join reward using (reward_id) join customer using (customer_id)
    where reward.code = ${Code} and reward.status <> 'Deleted' and given.status = 'Active'
      and (${outletCode}::text is null or customer.registered_outlet_code = ${outletCode})
    group by given.customer_id order by given.customer_id limit ${Rows} offset ${start}`.execute(ctx.db)
  return { count: rows[0]?.Count ?? 0, page: rows }
}

async function renderAndSend(
  ctx: Ctx,
  template: ContactTemplate,
  version: RenderableTemplateVersion,
  subject: MergeValueSubject,
  currency: string,
  option: MessagesInput['Option'],
): Promise<CustomerMessage> {
  const { person } = subject
  const { ContactType, Purpose } = template
  const rendered = renderMessage(ContactType, version, await findMergeValues(ctx, subject, ContactType), currency)
  const message: OutgoingMessage = {
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
  const testAddress = option === 'Test' ? await ownAddress(ctx, ContactType) : null
  const Blocked = await findBlocker(ctx, message, option)
  const outcome = await (async () => {
    if (Blocked || option === 'View Only') return null
    if (testAddress !== null) return { MessageId: await sendTest(ctx, message, testAddress), Waits: false }
    return enqueueMessage(ctx, message)
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
    MembershipNo: message.MembershipNo ?? person.MembershipNo,
    TemplateId: template.TemplateId,
    TemplateVersion: template.Version,
    ContactType,
    Purpose,
    Recipient: testAddress ?? addressOfRecipient(person, ContactType),
    Blocked,
    MessageId: outcome?.MessageId ?? null,
    WaitsYN: outcome?.Waits ? 'Y' : 'N',
  }
}

/** Returns the reason that blocks a message, or null. A test goes to the caller, so only missing values block it. */
const findBlocker = async (
  ctx: Ctx,
  message: OutgoingMessage,
  option: MessagesInput['Option'],
): Promise<BlockingReason | null> => {
  if (option !== 'Test') return findBlockingReason(ctx, message, option === 'Send')
  return message.rendered.Missing.length > 0 ? 'Missing values' : null
}

async function ownAddress(ctx: Ctx, ContactType: ContactType): Promise<string> {
  const staff =
    ctx.actor.staffId === null
      ? undefined
      : await ctx.db
          .selectFrom('Staff')
          .select(['Email', 'ContactNo'])
          .where('StaffId', '=', ctx.actor.staffId)
          .executeTakeFirst()
  const address = ContactType === 'Email' ? staff?.Email : staff?.ContactNo
  if (!address) throw refusals.noOwnAddress({ ContactType })
  return address
}

async function sendTest(ctx: Ctx, { ContactType, rendered }: OutgoingMessage, To: string): Promise<string> {
  if ((await tryCountWithinRateLimit(ctx, `message test ${ctx.actor.userId}`, TESTS)) > 0) throw refusals.tooManyTests()
  return queueMail(
    ctx.db,
    { To, Channel: ContactType, Subject: rendered.Subject ?? '', Body: rendered.Text, Html: rendered.Html },
    ctx.now,
  )
}

/** Finds the named template, or the active template of an event or reward. A reward's own template comes first. */
async function findTemplateFor(ctx: Ctx, input: MessagesInput): Promise<ContactTemplate> {
  if (input.TemplateId !== undefined) {
    const template = await findTemplate(ctx, input.TemplateId)
    if (template.Status === 'Deleted') throw contract.templateRefusals.notFound()
    return template
  }
  const { ReferenceCode, ContactType } = input
  const event: MessageEvent | undefined = input.Event ?? parseMessageEvent(ReferenceCode)
  if (!ReferenceCode && !event) throw refusals.choose()
  const candidates = await ctx.db
    .selectFrom('ContactTemplate')
    .select(templateColumns)
    .where('Status', '=', 'Active')
    .where('ContactType', '=', ContactType)
    .where('ReferenceCode', 'in', [ReferenceCode, event].filter((code) => !!code) as string[])
    .$if(event !== undefined, (query) => query.where('Event', '=', event!))
    .execute()
  const rank = (candidate: (typeof candidates)[number]) =>
    (candidate.ReferenceCode === ReferenceCode ? 0 : 2) + (candidate.Event === 'REWARD-ISSUED' ? 0 : 1)
  const best = candidates.toSorted((one, other) => rank(one) - rank(other) || one.TemplateId - other.TemplateId)[0]
  if (!best) throw refusals.noConfiguration()
  return renameToSpecifiedFields(best)
}
