import type { Ctx } from '#kit/server/ctx.ts'
import { sendRefusals as refusals } from '../contract.ts'

/** Returns the contact template of a send. Rejects inactive templates and templates that an event sends. */
export async function findSendableTemplate(ctx: Pick<Ctx, 'db'>, TemplateId: number) {
  const template = await ctx.db
    .selectFrom('ContactTemplate')
    .select(['ContactType', 'Status', 'Version', 'Event'])
    .where('TemplateId', '=', TemplateId)
    .executeTakeFirst()
  if (template?.Status !== 'Active') throw refusals.templateNotActive()
  if (template.Event !== null) throw refusals.ofEvent()
  return template
}
