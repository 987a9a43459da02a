import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type { ContactType, MessageEvent, TemplateStatus } from '../contract.ts'
import * as contract from '../contract.ts'
import type { SanitizedTemplateText } from './compile.ts'
import { assertTemplateComplete, compileTexts } from './compile-texts.ts'
import { liquidFilterNames } from './liquid.ts'
import { findMergeFields } from './names.ts'
import {
  createTemplateAuditEntry,
  findTemplate,
  lockTemplate,
  parseMessageEvent,
  renameToSpecifiedFields,
  templateColumns,
  templatePurposeColumn,
} from './template-rows.ts'

const refusals = contract.templateRefusals

export const listTemplates = (ctx: Ctx, { Search, isCampaign }: Input<typeof contract.listTemplates>) =>
  queryList(ctx.db.selectFrom('ContactTemplate').select(templateColumns), {
    where: [
      Search.Status ? equals('Status', Search.Status) : sql`status <> 'Deleted'`,
      contains('Name', Search.Name),
      equals('ContactType', Search.ContactType),
      equals('Event', Search.Event),
      contains('ReferenceCode', Search.ReferenceCode),
      Search.Purpose && sql`${templatePurposeColumn} = ${Search.Purpose}`,
      Search.Language && sql`texts @> ${JSON.stringify([{ Language: Search.Language }])}::jsonb`,
      equals('IsCampaign', isCampaign),
    ],
    tie: 'TemplateId',
    map: renameToSpecifiedFields,
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
    const values = await validateAndBuildRow(ctx, template, compiled)
    const added = await ctx.db
      .insertInto('ContactTemplate')
      .values({ ...values, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
      .returning('TemplateId')
      .executeTakeFirstOrThrow()
      .catch(refuseDuplicate(ctx, values))
    await insertVersion(ctx, added.TemplateId, 1, compiled)
    ctx.audit(...createTemplateAuditEntry('Create', added.TemplateId))
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
    if (Version !== undefined && Version !== template.Version)
      throw staleVersionRefusal(await findTemplate(ctx, TemplateId))
    return template
  }
  const before = await call.step(async (ctx) => {
    const { Version: version, Texts, ...stored } = await lockForUpdate(ctx)
    const template = { ...stored, Texts: Texts as unknown as SanitizedTemplateText[], ...changes } as TemplateValues
    return { version, template, ...(await readForCompile(ctx, template)) }
  })
  const compiled = await compileTemplate(call, before)
  return call.step(async (ctx) => {
    const locked = await lockForUpdate(ctx)
    // The texts were compiled from the version that was read, so they must not replace those of a newer version.
    if (locked.Version !== before.version) throw staleVersionRefusal(await findTemplate(ctx, TemplateId))
    await refuseStaleVersion(
      ctx,
      { record: ['ContactTemplate', TemplateId], sent: Version, present: locked.Version },
      () => findTemplate(ctx, TemplateId),
    )
    const values = await validateAndBuildRow(ctx, before.template, compiled)
    await ctx.db
      .updateTable('ContactTemplate')
      .set({ ...values, Version: locked.Version + 1, UpdatedAt: ctx.now })
      .where('TemplateId', '=', TemplateId)
      .execute()
      .catch(refuseDuplicate(ctx, { ...values, TemplateId }))
    await insertVersion(ctx, TemplateId, locked.Version + 1, compiled)
    ctx.audit(...createTemplateAuditEntry('Update', TemplateId))
    return findTemplate(ctx, TemplateId)
  })
}

export async function deleteTemplate(ctx: Ctx, { TemplateId }: Input<typeof contract.deleteTemplate>) {
  const before = await lockTemplate(ctx, TemplateId)
  if (before.Status === 'Deleted') throw refusals.deleted()
  return setStatus(ctx, before, 'Deleted', 'Delete')
}

export async function restoreTemplate(ctx: Ctx, { TemplateId }: Input<typeof contract.restoreTemplate>) {
  const before = await lockTemplate(ctx, TemplateId)
  if (before.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
  const status = await statusBeforeDelete(ctx, 'ContactTemplate', TemplateId)
  return setStatus(ctx, before, status as TemplateStatus, 'Restore')
}

async function setStatus(
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
    .catch(refuseDuplicate(ctx, before))
  // The texts of the template stay those of the previous version.
  await sql`
    insert into contact_template_version (template_id, version, language, subject, html, text, created_at)
    select template_id, ${Version + 1}, language, subject, html, text, ${ctx.now} from contact_template_version
    where template_id = ${TemplateId} and version = ${Version}`.execute(ctx.db)
  ctx.audit(...createTemplateAuditEntry(action, TemplateId))
  return findTemplate(ctx, TemplateId)
}

export async function getTemplateOptions(ctx: Ctx) {
  const { 'messages.defaultLanguage': DefaultLanguage } = await readSettings(ctx)
  return {
    Names: (await findMergeFields(ctx)).map(
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
    Filters: liquidFilterNames,
    Events: contract.MessageEvent.options.map((Event) => ({
      Event,
      Purpose: contract.purposeOfEvent(Event),
      OfRewardYN: contract.rewardEvents.includes(Event) ? ('Y' as const) : ('N' as const),
    })),
    Languages: contract.TemplateLanguage.options,
    DefaultLanguage,
  }
}

type TemplateValues = {
  Name: string
  ContactType: ContactType
  IsCampaign: 'Y' | 'N'
  Event?: MessageEvent | null | undefined
  ReferenceCode?: string | null | undefined
  Texts: readonly { Language: SanitizedTemplateText['Language']; Subject?: string | null | undefined; Body: string }[]
  Status: TemplateStatus
}

type CompiledTemplate = Awaited<ReturnType<typeof compileTexts>>

/** Reads the data that the compilation of a template needs from the database. */
async function readForCompile(ctx: Ctx, template: TemplateValues) {
  const { Event } = await resolveReference(ctx, template)
  const { ContactType, Texts } = template
  return { names: await findMergeFields(ctx), ContactType, Texts, Purpose: contract.purposeOfEvent(Event) }
}

const compileTemplate = (
  { services }: Pick<MultiTransaction, 'services'>,
  { names, ...template }: Awaited<ReturnType<typeof readForCompile>>,
) => compileTexts(names, template, services)

/** Validates a template and returns its database row. */
async function validateAndBuildRow(ctx: Ctx, template: TemplateValues, { texts, names }: CompiledTemplate) {
  const { Name, ContactType, IsCampaign, Status } = template
  const reference = await resolveReference(ctx, template)
  if (Status === 'Active') {
    const { 'messages.defaultLanguage': Default } = await readSettings(ctx)
    assertTemplateComplete(texts, { ContactType, Purpose: contract.purposeOfEvent(reference.Event) }, Default)
  }
  return { Name, ContactType, IsCampaign, Status, ...reference, Texts: JSON.stringify(texts) as never, Names: names }
}

/** Returns the event that sends a template and its reference code, which names the event or one reward; both can be null. */
async function resolveReference(ctx: Ctx, { Event, ReferenceCode, IsCampaign }: TemplateValues) {
  if (IsCampaign === 'Y') {
    if (Event || ReferenceCode) throw refusals.ofCampaign()
    return { Event: null, ReferenceCode: null }
  }
  const eventOfCode = parseMessageEvent(ReferenceCode)
  if (!ReferenceCode || eventOfCode) {
    const event = Event ?? eventOfCode ?? null
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

/** Stores the compiled texts of a version, so that sending only replaces names by values. */
async function insertVersion(ctx: Ctx, TemplateId: number, Version: number, { versions }: CompiledTemplate) {
  for (const { Language, subject: Subject, html: Html, text: Text } of versions)
    await ctx.db
      .insertInto('ContactTemplateVersion')
      .values({ TemplateId, Version, Language, Subject, Html, Text, CreatedAt: ctx.now })
      .execute()
}

type UniqueFields = {
  TemplateId?: number
  Name: string
  ContactType: string
  Event: string | null
  ReferenceCode: string | null
}

const refuseDuplicate =
  (_: Ctx, { Name, ContactType, ReferenceCode }: UniqueFields) =>
  (error: { constraint?: string }): never => {
    if (error.constraint === 'contact_template_name') throw refusals.nameTaken({ Name })
    if (error.constraint === 'contact_template_active')
      throw refusals.activeTaken({ ContactType, ReferenceCode: ReferenceCode ?? '' })
    throw error
  }
