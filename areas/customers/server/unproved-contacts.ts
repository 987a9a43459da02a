import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ConsentChannel } from '../contract/consents.ts'
import type { ContactField } from '../contract/contact-changes.ts'

// Anybody can type another person's e-mail address or phone number on a public page. Until the address is proved, no message from a
// template goes there, and consents to marketing do not count.

/** Marks addresses as typed on a public page. A code sent there, or staff, prove them: `proveContacts`. */
export async function markUnproved(ctx: Ctx, CustomerId: number, fields: readonly ContactField[]) {
  if (fields.length === 0) return
  await ctx.db
    .insertInto('UnprovedContact')
    .values(fields.map((Field) => ({ CustomerId, Field, TypedAt: ctx.now })))
    .onConflict((same) => same.columns(['CustomerId', 'Field']).doUpdateSet({ TypedAt: ctx.now }))
    .execute()
}

type Proofs = { Unproved: ContactField[]; HasProvedYN: 'Y' | 'N' }

/** The addresses that nobody has proved since they were typed on a public page, and whether the customer has another one. */
export async function contactProofs({ db }: Pick<Ctx, 'db'>, CustomerId: number): Promise<Proofs> {
  const { rows } = await sql<Proofs>`
    select unproved, case when (email is not null and not 'Email' = any(unproved)) or (contact_no is not null and not 'ContactNo' = any(unproved))
      then 'Y' else 'N' end as has_proved_yn
    from customer, lateral (select array(select field from unproved_contact u where u.customer_id = customer.customer_id
      and case field when 'Email' then email else contact_no end is not null order by field desc) as unproved) u
    where customer_id = ${CustomerId}`.execute(db)
  return rows[0] ?? { Unproved: [], HasProvedYN: 'N' }
}

/** A consent to marketing as it was given; it waits until the address is proved. */
export type WaitingConsent = {
  Channel: ConsentChannel
  WordingVersion: string
  WordingLanguage: string | null
  OutletCode: string | null
  RecordedAt: string
}

/** The address whose proof a channel of marketing needs; undefined where its consent counts at once. */
export function awaitedProof(Channel: ConsentChannel, { Unproved, HasProvedYN }: Proofs): ContactField | undefined {
  if (Channel === 'Service') return undefined
  // A postal address cannot be proved: any other address shows that the person is real.
  if (Channel === 'Mail') return HasProvedYN === 'Y' ? undefined : Unproved[0]
  return Unproved.find((field) => field === (Channel === 'Email' ? 'Email' : 'ContactNo'))
}

/** Replaces what the customer said before of the same channels; `consents` are those that still wait. */
export async function writeWaiting(
  { db }: Pick<Ctx, 'db'>,
  CustomerId: number,
  said: readonly ConsentChannel[],
  waiting: Partial<Record<ContactField, WaitingConsent[]>>,
) {
  await sql`
    update unproved_contact set consents = (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(consents) one where not one->>'Channel' = any(${[...said]}::text[])
    ) || coalesce(${JSON.stringify(waiting)}::jsonb->field, '[]')
    where customer_id = ${CustomerId}`.execute(db)
}

/** The addresses are proved: from now on messages go there, and consents that waited for it are recorded with the time of consent. */
export async function proveContacts({ db }: Pick<Ctx, 'db'>, CustomerId: number, fields: readonly ContactField[]) {
  await sql`
    with proved as (
      delete from unproved_contact where customer_id = ${CustomerId} and field = any(${[...fields]}::text[]) returning consents)
    insert into customer_consent (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_at)
    select ${CustomerId}, one."Channel", 'Y', one."WordingVersion", one."WordingLanguage", 'Self-service', one."OutletCode", one."RecordedAt"
    from proved, jsonb_to_recordset(proved.consents) one ("Channel" text, "WordingVersion" text, "WordingLanguage" text, "OutletCode" text,
      "RecordedAt" timestamptz)`.execute(db)
}
