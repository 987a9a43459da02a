import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ConsentChannel } from '../contract/consents.ts'
import type { ContactField } from '../contract/contact-changes.ts'

// Anyone can enter another person's e-mail address or phone number on a public page.
// Until the proof of an address or number, it gets no template messages, and marketing consents have no effect.

/** Marks contact fields as unproved after their entry on a public page. `markContactsProved` removes the mark. */
export async function markContactsUnproved(ctx: Ctx, CustomerId: number, fields: readonly ContactField[]) {
  if (fields.length === 0) return
  await ctx.db
    .insertInto('UnprovedContact')
    .values(fields.map((Field) => ({ CustomerId, Field, TypedAt: ctx.now })))
    .onConflict((same) => same.columns(['CustomerId', 'Field']).doUpdateSet({ TypedAt: ctx.now }))
    .execute()
}

type Proofs = { Unproved: ContactField[]; HasProvedYN: 'Y' | 'N' }

/** Returns the unproved contact fields of a customer, and whether another contact field is proved. */
export async function readContactProofs({ db }: Pick<Ctx, 'db'>, CustomerId: number): Promise<Proofs> {
  const { rows } = await sql<Proofs>`
    select unproved, case when (email is not null and not 'Email' = any(unproved)) or (contact_no is not null and not 'ContactNo' = any(unproved))
      then 'Y' else 'N' end as has_proved_yn
    from customer, lateral (select array(select field from unproved_contact u where u.customer_id = customer.customer_id
      and case field when 'Email' then email else contact_no end is not null order by field desc) as unproved) u
    where customer_id = ${CustomerId}`.execute(db)
  return rows[0] ?? { Unproved: [], HasProvedYN: 'N' }
}

/** A marketing consent that takes effect once the contact field of the channel is proved. */
export type ConsentAwaitingProof = {
  Channel: ConsentChannel
  WordingVersion: string
  WordingLanguage: string | null
  OutletCode: string | null
  RecordedAt: string
}

/** Returns the contact field that must be proved before the marketing consent takes effect, or undefined. */
export function findContactToProve(
  Channel: ConsentChannel,
  { Unproved, HasProvedYN }: Proofs,
): ContactField | undefined {
  if (Channel === 'Service') return undefined
  // A postal address cannot be proved, but a proved e-mail address or phone number shows that the person is real.
  if (Channel === 'Mail') return HasProvedYN === 'Y' ? undefined : Unproved[0]
  return Unproved.find((field) => field === (Channel === 'Email' ? 'Email' : 'ContactNo'))
}

/** Replaces the waiting consents of the given channels by those in `byField`. */
export async function storeConsentsAwaitingProof(
  { db }: Pick<Ctx, 'db'>,
  CustomerId: number,
  channels: readonly ConsentChannel[],
  byField: Partial<Record<ContactField, ConsentAwaitingProof[]>>,
) {
  await sql`
    update unproved_contact set consents = (
      select coalesce(jsonb_agg(consent), '[]') from jsonb_array_elements(consents) consent where not consent->>'Channel' = any(${[...channels]}::text[])
    ) || coalesce(${JSON.stringify(byField)}::jsonb->field, '[]')
    where customer_id = ${CustomerId}`.execute(db)
}

/** Marks contact fields as proved, and records their waiting consents with the original time. */
export async function markContactsProved({ db }: Pick<Ctx, 'db'>, CustomerId: number, fields: readonly ContactField[]) {
  await sql`
    with proved as (
      delete from unproved_contact where customer_id = ${CustomerId} and field = any(${[...fields]}::text[]) returning consents)
    insert into customer_consent (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_at)
    select ${CustomerId}, consent."Channel", 'Y', consent."WordingVersion", consent."WordingLanguage", 'Self-service', consent."OutletCode", consent."RecordedAt"
    from proved, jsonb_to_recordset(proved.consents) consent ("Channel" text, "WordingVersion" text, "WordingLanguage" text, "OutletCode" text,
      "RecordedAt" timestamptz)`.execute(db)
}
