import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/consents.ts'
import { type Consent, ConsentChannel } from '../../contract/consents.ts'

export const consentColumns: RawBuilder<unknown> = sql`consent.consent_id, consent.customer_id, consent.channel, consent.granted_yn,
  consent.wording_version, consent.wording_language, (select jsonb_object_agg(language, wording) from consent_wording w
    where w.version = consent.wording_version and w.channel = consent.channel) as wording, consent.source, consent.outlet_code, consent.recorded_at,
  (select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = consent.recorded_by_id) as recorded_by_name`

const recordedConsents = (CustomerId: number) => sql`select * from customer_consent where customer_id = ${CustomerId}`

/** Marketing consents for unproved contact fields, in the form of rows of the table customer_consent. */
const waitingConsents = (CustomerId: number) => sql`
  select (jsonb_populate_record(null::customer_consent, jsonb_build_object('consent_id', 0, 'customer_id', customer_id, 'channel', one->'Channel',
    'granted_yn', 'Y', 'wording_version', one->'WordingVersion', 'wording_language', one->'WordingLanguage', 'source', 'Self-service',
    'outlet_code', one->'OutletCode', 'recorded_at', one->'RecordedAt'))).*
  from unproved_contact, jsonb_array_elements(consents) one where customer_id = ${CustomerId}`

/** Returns the effective consents: the latest consent of each channel, the service consent first. */
export const findEffectiveConsents = (ctx: Ctx, CustomerId: number) => latestOf(ctx, recordedConsents(CustomerId))

/** Selects the latest consent of each channel for the customer, including consents for unproved contact fields. */
export const findDisplayedConsents = (ctx: Ctx, CustomerId: number) =>
  latestOf(ctx, sql`${recordedConsents(CustomerId)} union all ${waitingConsents(CustomerId)}`)

async function latestOf(ctx: Ctx, all: RawBuilder<unknown>): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select distinct on (consent.channel) ${consentColumns} from (${all}) consent
    order by consent.channel, consent.recorded_at desc, consent.consent_id desc`.execute(ctx.db)
  const channelOrder = ({ Channel }: Consent) => ConsentChannel.options.indexOf(Channel)
  return rows.toSorted((a, b) => channelOrder(a) - channelOrder(b))
}

/** Selects all consents and withdrawals of a customer. */
export function listConsents(_ctx: Ctx, { Search }: Input<typeof contract.listConsents>) {
  const { CustomerId, Channel, LatestYN } = Search
  const all = sql`select * from customer_consent where customer_id = ${CustomerId} ${Channel ? sql`and channel = ${Channel}` : sql``}`
  const latest = sql`select distinct on (channel) * from (${all}) every order by channel, recorded_at desc, consent_id desc`
  return sqlList({
    from: sql`(${LatestYN === 'Y' ? latest : all}) consent`,
    select: sql<Consent>`${consentColumns}`,
    sort: { RecordedAt: 'consent.recorded_at' },
    tie: 'consent.consent_id',
  })
}
