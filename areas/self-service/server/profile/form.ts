import { sql } from 'kysely'
import { findPostcode, readCurrentWording } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getSelfServiceForm as formCall, selfServiceFormLists } from '../../contract.ts'
import { loadCustomerSession } from '../sessions/customer-sessions.ts'

type Form = Reply<typeof formCall>

/** Returns the options and consent wordings of the customers' forms in the language of the page. */
export async function getSelfServiceForm(ctx: Ctx, { LanguageCode }: Input<typeof formCall>): Promise<Form> {
  const [companySettings, session, { rows }, outlets, wording] = await Promise.all([
    readSettings(ctx),
    loadCustomerSession(ctx, ctx.actor.sessionId!),
    sql<{ ListName: string; Value: string; Label: string }>`
      select item.list_name, item.value, coalesce(translation.value, item.label, item.value) as label
      from list_item item left join field_translation translation on translation.object_type = 'ListItem' and translation.object_id = item.list_item_id::text
        and translation.field_name = 'Label' and translation.language_code = ${LanguageCode}
      where item.status = 'Active' and item.list_name = any(${[...selfServiceFormLists]}::text[])
      order by item.sequence_no, item.value`.execute(ctx.db),
    ctx.db
      .selectFrom('Building')
      .select(['Code', 'Name'])
      .where('Status', '=', 'Active')
      .where('Code', '!=', 'HQ')
      .orderBy('Name')
      .execute(),
    readCurrentWording(ctx, LanguageCode),
  ])
  const entriesOf = (name: string) =>
    rows.filter(({ ListName }) => ListName === name).map(({ Value, Label }) => ({ Value, Label }))
  return {
    Company: companySettings['company.name'],
    Purpose: session.Purpose,
    ConsentWordingVersion: wording.Version,
    ConsentWordings: wording.Texts,
    Lists: Object.fromEntries(selfServiceFormLists.map((name) => [name, entriesOf(name)])),
    Outlets: outlets,
  }
}

export const findOwnPostcode = findPostcode
