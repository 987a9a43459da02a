import { sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { archiveRefusals } from '../../contract/archive.ts'
import { type countIssues as endpoint, Issue } from '../../contract/quality.ts'
import { countsOfAll } from './issues.ts'

export async function countIssues(ctx: Ctx, { RegisteredOutletCode }: Input<typeof endpoint>) {
  const outlet = askedOutlet(ctx, RegisteredOutletCode || undefined, archiveRefusals.otherOutlet)
  const { rows } = await sql<{ Counts: number[] }>`
    select ${countsOfAll} as counts from customer
    where customer.status in ('Active', 'Inactive', 'Suspended')
      and ${outlet === null ? sql`true` : sql`customer.registered_outlet_code = ${outlet}`}`.execute(ctx.db)
  const counts = rows[0]?.Counts ?? []
  return { rows: Issue.options.map((issue, place) => ({ Issue: issue, Count: Number(counts[place] ?? 0) })) }
}
