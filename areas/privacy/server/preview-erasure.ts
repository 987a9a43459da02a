import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { DataPart, type previewErasure as endpoint, privacyRefusals } from '../contract.ts'
import { findErasureBlockers } from './blockers.ts'
import { collectPersonalTables, hasErasureTreatment } from './catalogue.ts'
import { buildPersonCondition, type PersonRecords } from './person.ts'

/** Returns the ids of the customer and of all records merged into it, and their membership numbers. */
export async function loadRecordsOfPerson(ctx: Ctx, CustomerId: number): Promise<PersonRecords> {
  const { rows } = await sql<{ Customers: number[]; Numbers: string[] }>`
    with recursive person as (
      select customer_id from customer where customer_id = ${CustomerId}
      union select c.customer_id from customer c join person p on c.merged_into_customer_id = p.customer_id)
    select to_jsonb(array(select customer_id from person order by 1)) as customers,
      array(select membership_no from membership where customer_id in (select customer_id from person) order by 1) as numbers`.execute(
    ctx.db,
  )
  return { customers: rows[0]!.Customers, numbers: rows[0]!.Numbers }
}

export async function loadErasableCustomer(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CustomerId', 'FullName', 'Status', 'UpgradePendingYN', 'ErasedAt'])
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || customer.ErasedAt !== null || customer.Status === 'Deleted') throw privacyRefusals.notFound()
  return customer
}

/** Returns the text that the user types to confirm an erasure: the first membership number, or C and the id. */
export const erasureConfirmationText = ({ customers, numbers }: PersonRecords) => numbers[0] ?? `C${customers[0]}`

/** Previews an erasure: the rows that it deletes or empties, the rows that stay, and its blockers. */
export async function previewErasure(ctx: Ctx, { CustomerId }: Input<typeof endpoint>) {
  const customer = await loadErasableCustomer(ctx, CustomerId)
  const person = await loadRecordsOfPerson(ctx, CustomerId)
  const { rows: points } = await sql<{ Points: number }>`
    select coalesce(sum(points), 0)::bigint as points from balances(${ctx.today}) where membership_no = any(${person.numbers})`.execute(
    ctx.db,
  )
  const [pendingRequest] = (
    await sql<{ RequestedAt: string }>`
      select requested_at from approval where kind = 'Erasure' and object_id = ${String(CustomerId)} and status = 'Pending'`.execute(
      ctx.db,
    )
  ).rows
  return {
    FullName: customer.FullName,
    Confirm: erasureConfirmationText(person),
    Points: points[0]!.Points,
    Parts: await countRowsOfDataParts(ctx, person),
    Obstacles: (await findErasureBlockers(ctx, person)).map(toErasureObstacle),
    RequestedAt: pendingRequest?.RequestedAt ?? null,
  }
}

export const toErasureObstacle = ({ code, message, params }: Refusal) => ({ code, message, params })

/** Counts, for each part of the data, the rows that an erasure removes and the rows that it retains. */
export async function countRowsOfDataParts(ctx: Ctx, person: PersonRecords) {
  const counts = collectPersonalTables(ctx.services.areas).map(
    (table) =>
      sql`select ${table.part}::text as part, ${hasErasureTreatment(table)}::boolean as erased, (select count(*) from ${sql.table(table.table)} r where ${sql.raw(buildPersonCondition(table, person))}) as rows`,
  )
  const { rows } = await sql<{ Part: DataPart; Erased: number; Kept: number }>`
    select part, coalesce(sum(rows) filter (where erased), 0)::bigint as erased, coalesce(sum(rows) filter (where not erased), 0)::bigint as kept
    from (${sql.join(counts, sql` union all `)}) counted group by part having sum(rows) > 0`.execute(ctx.db)
  return rows.toSorted((a, b) => DataPart.options.indexOf(a.Part) - DataPart.options.indexOf(b.Part))
}
