import { sql } from 'kysely'
import { findPostcode, wordingIn } from '#areas/customers/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getForm as formCall, formLists } from '../../contract.ts'
import { visitOf } from '../visits/visits.ts'

type Form = Reply<typeof formCall>

/** What the forms choose from, in the page's language. */
export async function getForm(ctx: Ctx, { LanguageCode }: Input<typeof formCall>): Promise<Form> {
  const [own, visit, { rows }, outlets, wording] = await Promise.all([
    settings(ctx),
    visitOf(ctx, ctx.actor.sessionId!),
    sql<{ ListName: string; Value: string; Label: string }>`
      select item.list_name, item.value, coalesce(said.value, item.label, item.value) as label
      from list_item item left join field_translation said on said.object_type = 'ListItem' and said.object_id = item.list_item_id::text
        and said.field_name = 'Label' and said.language_code = ${LanguageCode}
      where item.status = 'Active' and item.list_name = any(${[...formLists]}::text[])
      order by item.sequence_no, item.value`.execute(ctx.db),
    ctx.db
      .selectFrom('Building')
      .select(['Code', 'Name'])
      .where('Status', '=', 'Active')
      .where('Code', '!=', 'HQ')
      .orderBy('Name')
      .execute(),
    wordingIn(ctx, LanguageCode),
  ])
  const entriesOf = (name: string) =>
    rows.filter(({ ListName }) => ListName === name).map(({ Value, Label }) => ({ Value, Label }))
  return {
    Company: own['company.name'],
    Purpose: visit.Purpose,
    ConsentWordingVersion: wording.Version,
    ConsentWordings: wording.Texts,
    Lists: Object.fromEntries(formLists.map((name) => [name, entriesOf(name)])),
    Outlets: outlets,
  }
}

export const findOwnPostcode = findPostcode
