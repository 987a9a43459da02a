import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/consents.ts'
import type { Consent } from '../../contract/consents.ts'
import { consentColumns } from './consent-rows.ts'

/** What a customer agreed to and withdrew. */
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
