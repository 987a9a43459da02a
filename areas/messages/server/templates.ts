import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStale } from '#kit/server/version.ts'
import type { ContactType, MessageEvent, TemplateStatus } from '../contract.ts'
import * as contract from '../contract.ts'
import type { Cleaned } from './compile.ts'
import { compileTexts, refuseIncomplete } from './compile-texts.ts'
import { filterNames } from './liquid.ts'
import { namesOf } from './names.ts'
import { asSpecified, columns, eventOf, findTemplate, lockTemplate, logged, purposeColumn } from './template-rows.ts'

const refusals = contract.templateRefusals

export const listTemplates = (ctx: Ctx, { Search, isCampaign }: Input<typeof contract.listTemplates>) =>
  queryList(ctx.db.selectFrom('ContactTemplate').select(columns), {
    where: [
      Search.Status ? equals('Status', Search.Status) : sql`status <> 'Deleted'`,
      contains('Name', Search.Name),
      equals('ContactType', Search.ContactType),
      equals('Event', Search.Event),
      contains('ReferenceCode', Search.ReferenceCode),
      Search.Purpose && sql`${purposeColumn} = ${Search.Purpose}`,
      Search.Language && sql`texts @> ${JSON.stringify([{ Language: Search.Language }])}::jsonb`,
      equals('IsCampaign', isCampaign),
    ],
    tie: 'TemplateId',
    map: asSpecified,
  })

export async function getTemplate(ctx: Ctx, { TemplateId }: Input<typeof contract.getTemplate>) {
  const template = await findTemplate(ctx, TemplateId)
  if (template.Status === 'Deleted') throw refusals.notFound()
  return template
}

export async function addTemplate(call: MultiTransaction, input: Input<typeof contract.addTemplate>) {
  const template = { ...input, IsCampaign: input.isCampaign }
  const compiled = await compileTemplate(call, await call.step((ctx) => readForCompile(ctx, template)))
  return call.step(async (ctx) => {
    const values = await valuesOf(ctx, template, compiled)
    const added = await ctx.db
      .insertInto('ContactTemplate')
      .values({ ...values, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
      .returning('TemplateId')
      .executeTakeFirstOrThrow()
      .catch(refuseTaken(ctx, values))
    await insertVersion(ctx, added.TemplateId, 1, compiled)
    ctx.audit(...logged('Create', added.TemplateId))
    return findTemplate(ctx, added.TemplateId)
  })
}

export async function updateTemplate(
  call: MultiTransaction,
  { TemplateId, Version, ...changes }: Input<typeof contract.updateTemplate>,
) {
  const lockForUpdate = async (ctx: Ctx) => {
    const template = await lockTemplate(ctx, TemplateId)
    if (template.Status === 'Deleted') throw refusals.deleted()
    if (Version !== undefined && Version !== template.Version) throw stale(await findTemplate(ctx, TemplateId))
    return template
  }
  const read = await call.step(async (ctx) => {
    const { Version: version, Texts, ...stored } = await lockForUpdate(ctx)
    const template = { ...stored, Texts: Texts as unknown as Cleaned[], ...changes } as Whole
    return { version, template, ...(await readForCompile(ctx, template)) }
  })
  const compiled = await compileTemplate(call, read)
  return call.step(async (ctx) => {
    const before = await lockForUpdate(ctx)
    // What was compiled rests on the version that was read: fields that were not sent would be written back as they were.
    if (before.Version !== read.version) throw stale(await findTemplate(ctx, TemplateId))
    await refuseStale(ctx, { record: ['ContactTemplate', TemplateId], sent: Version, present: before.Version }, () =>
      findTemplate(ctx, TemplateId),
    )
    const values = await valuesOf(ctx, read.template, compiled)
    await ctx.db
      .updateTable('ContactTemplate')
      .set({ ...values, Version: before.Version + 1, UpdatedAt: ctx.now })
      .where('TemplateId', '=', TemplateId)
      .execute()
      .catch(refuseTaken(ctx, { ...values, TemplateId }))
    await insertVersion(ctx, TemplateId, before.Version + 1, compiled)
    ctx.audit(...logged('Update', TemplateId))
    return findTemplate(ctx, TemplateId)
  })
}

export async function deleteTemplate(ctx: Ctx, { TemplateId }: Input<typeof contract.deleteTemplate>) {
  const before = await lockTemplate(ctx, TemplateId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  return turn(ctx, before, 'Deleted', 'Delete')
}

export async function restoreTemplate(ctx: Ctx, { TemplateId }: Input<typeof contract.restoreTemplate>) {
  const before = await lockTemplate(ctx, TemplateId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const status = await statusBeforeDelete(ctx, 'ContactTemplate', TemplateId)
  return turn(ctx, before, status as TemplateStatus, 'Restore')
}

async function turn(
  ctx: Ctx,
  before: Awaited<ReturnType<typeof lockTemplate>>,
  Status: TemplateStatus,
  action: string,
) {
  const { TemplateId, Version } = before
  await ctx.db
    .updateTable('ContactTemplate')
    .set({ Status, Version: Version + 1, UpdatedAt: ctx.now })
    .where('TemplateId', '=', TemplateId)
    .execute()
    .catch(refuseTaken(ctx, before))
  // Its texts are those of the version before.
  await sql`
    insert into contact_template_version (template_id, version, language, subject, html, text, created_at)
    select template_id, ${Version + 1}, language, subject, html, text, ${ctx.now} from contact_template_version
    where template_id = ${TemplateId} and version = ${Version}`.execute(ctx.db)
  ctx.audit(...logged(action, TemplateId))
  return findTemplate(ctx, TemplateId)
}

export async function getTemplateOptions(ctx: Ctx) {
  const { 'messages.defaultLanguage': DefaultLanguage } = await settings(ctx)
  return {
    Names: (await namesOf(ctx)).map(
      ({ Name, Title = null, Kind, Group, About, AlwaysYN = 'N' as const, Events = [], Fields = {} }) => ({
        Name,
        Title,
        Kind,
        Group,
        About,
        AlwaysYN,
        Events: [...Events],
        Fields: Object.keys(Fields),
      }),
    ),
    Filters: filterNames,
    Events: contract.MessageEvent.options.map((Event) => ({
      Event,
      Purpose: contract.purposeOf(Event),
      OfRewardYN: contract.rewardEvents.includes(Event) ? ('Y' as const) : ('N' as const),
    })),
    Languages: contract.TemplateLanguage.options,
    DefaultLanguage,
  }
}

type Whole = {
  Name: string
  ContactType: ContactType
  IsCampaign: 'Y' | 'N'
  Event?: MessageEvent | null | undefined
  ReferenceCode?: string | null | undefined
  Texts: readonly { Language: Cleaned['Language']; Subject?: string | null | undefined; Body: string }[]
  Status: TemplateStatus
}

type CompiledTemplate = Awaited<ReturnType<typeof compileTexts>>

/** What compiling a template needs of the database. */
async function readForCompile(ctx: Ctx, template: Whole) {
  const { Event } = await belongingOf(ctx, template)
  const { ContactType, Texts } = template
  return { names: await namesOf(ctx), ContactType, Texts, Purpose: contract.purposeOf(Event) }
}

const compileTemplate = (
  { services }: Pick<MultiTransaction, 'services'>,
  { names, ...template }: Awaited<ReturnType<typeof readForCompile>>,
) => compileTexts(names, template, services)

/** The whole template as it would become, or why it may not. */
async function valuesOf(ctx: Ctx, template: Whole, { texts, names }: CompiledTemplate) {
  const { Name, ContactType, IsCampaign, Status } = template
  const belongs = await belongingOf(ctx, template)
  if (Status === 'Active') {
    const { 'messages.defaultLanguage': Default } = await settings(ctx)
    refuseIncomplete(texts, { ContactType, Purpose: contract.purposeOf(belongs.Event) }, Default)
  }
  return { Name, ContactType, IsCampaign, Status, ...belongs, Texts: JSON.stringify(texts) as never, Names: names }
}

/** What it is sent at: an event, one of a single reward, or nothing. */
async function belongingOf(ctx: Ctx, { Event, ReferenceCode, IsCampaign }: Whole) {
  if (IsCampaign === 'Y') {
    if (Event || ReferenceCode) throw refusals.ofCampaign()
    return { Event: null, ReferenceCode: null }
  }
  const named = eventOf(ReferenceCode)
  if (!ReferenceCode || named) {
    const event = Event ?? named ?? null
    return { Event: event, ReferenceCode: event }
  }
  const reward = await ctx.db
    .selectFrom('Reward')
    .select('RewardId')
    .where('Code', '=', ReferenceCode)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!reward) throw refusals.noReward({ ReferenceCode })
  if (!Event || !contract.rewardEvents.includes(Event)) throw refusals.needsEvent({ ReferenceCode })
  return { Event, ReferenceCode }
}

/** What is sent with this version: compiled before, so that sending only fills in values. */
async function insertVersion(ctx: Ctx, TemplateId: number, Version: number, { versions }: CompiledTemplate) {
  for (const { Language, subject: Subject, html: Html, text: Text } of versions)
    await ctx.db
      .insertInto('ContactTemplateVersion')
      .values({ TemplateId, Version, Language, Subject, Html, Text, CreatedAt: ctx.now })
      .execute()
}

type Taking = {
  TemplateId?: number
  Name: string
  ContactType: string
  Event: string | null
  ReferenceCode: string | null
}

const refuseTaken =
  (_: Ctx, { Name, ContactType, ReferenceCode }: Taking) =>
  (error: { constraint?: string }): never => {
    if (error.constraint === 'contact_template_name') throw refusals.nameTaken({ Name })
    if (error.constraint === 'contact_template_active')
      throw refusals.activeTaken({ ContactType, ReferenceCode: ReferenceCode ?? '' })
    throw error
  }
