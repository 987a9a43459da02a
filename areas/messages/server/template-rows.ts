import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ContactTemplate, MessageEvent, Purpose } from '../contract.ts'
import * as contract from '../contract.ts'

const refusals = contract.templateRefusals

const marketingEvents = contract.MessageEvent.options.filter((event) => contract.purposeOfEvent(event) === 'Marketing')

/** The SQL that returns the same purpose as `purposeOfEvent`. */
export const templatePurposeColumn = sql<Purpose>`case when event is null or event = any(${marketingEvents}::text[]) then 'Marketing' else 'Service' end`

export const templateColumns = [
  'TemplateId',
  'Name',
  'ContactType',
  templatePurposeColumn.as('Purpose'),
  'Event',
  'ReferenceCode',
  'IsCampaign',
  'Texts',
  'Names',
  'Status',
  'Version',
  'CreatedAt',
  'UpdatedAt',
] as const

/** Renames `IsCampaign` to `isCampaign`, as the specification spells the field. */
export const renameToSpecifiedFields = <Row extends { IsCampaign: string }>({ IsCampaign, ...row }: Row) =>
  ({ ...row, isCampaign: IsCampaign }) as unknown as ContactTemplate

export async function findTemplate(ctx: Ctx, TemplateId: number): Promise<ContactTemplate> {
  const row = await ctx.db
    .selectFrom('ContactTemplate')
    .select(templateColumns)
    .where('TemplateId', '=', TemplateId)
    .executeTakeFirst()
  if (!row) throw refusals.notFound()
  return renameToSpecifiedFields(row)
}

export async function lockTemplate(ctx: Ctx, TemplateId: number) {
  const row = await ctx.db
    .selectFrom('ContactTemplate')
    .selectAll()
    .where('TemplateId', '=', TemplateId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refusals.notFound()
  return row
}

/** Returns the arguments of `ctx.audit` for an action on a template. */
export const createTemplateAuditEntry = (action: string, TemplateId: number) =>
  [
    `${action} Contact Template`,
    'ContactTemplate',
    TemplateId,
    `${action} Contact Template in Contact Template. TemplateId - ${TemplateId}`,
  ] as const

export const parseMessageEvent = (code: string | null | undefined): MessageEvent | undefined =>
  contract.MessageEvent.options.find((event) => event === code)
