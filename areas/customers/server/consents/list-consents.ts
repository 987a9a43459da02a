import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/consents.ts'
import type { Consent } from '../../contract/consents.ts'
import { consentColumns } from './consent-rows.ts'

/** What a customer agreed to and withdrew. */
export async function listConsents(
  ctx: Ctx,
  { Search, Rows, Page, SortDirection }: Input<typeof contract.listConsents>,
) {
  const { CustomerId, Channel, LatestYN } = Search
  const all = sql`select * from customer_consent where customer_id = ${CustomerId} ${Channel ? sql`and channel = ${Channel}` : sql``}`
  const from =
    LatestYN === 'Y'
      ? sql`(select distinct on (channel) * from (${all}) every order by channel, recorded_at desc, consent_id desc)`
      : sql`(${all})`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) from ${from} consent`.execute(ctx.db),
    sql<Consent>`select ${consentColumns} from ${from} consent
      order by consent.recorded_at ${direction}, consent.consent_id ${direction} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows: page.rows }
}
