import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type previewErasure as endpoint, Part, refusals } from '../contract.ts'
import { findBlockers } from './blockers.ts'
import { isErased, personalTables } from './catalogue.ts'
import { conditionFor, type Person } from './person.ts'

/** The customer with all records merged into it, and their membership numbers. */
export async function loadPersonRecords(ctx: Ctx, CustomerId: number): Promise<Person> {
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

export async function loadPerson(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['CustomerId', 'FullName', 'Status', 'UpgradePendingYN', 'ErasedAt'])
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || customer.ErasedAt !== null || customer.Status === 'Deleted') throw refusals.notFound()
  return customer
}

/** The text to type as confirmation: the first membership number, else C and the customer id. */
export const confirmationOf = ({ customers, numbers }: Person) => numbers[0] ?? `C${customers[0]}`

/** Previews an erasure: rows that are erased, rows that stay, and blockers. */
export async function previewErasure(ctx: Ctx, { CustomerId }: Input<typeof endpoint>) {
  const customer = await loadPerson(ctx, CustomerId)
  const person = await loadPersonRecords(ctx, CustomerId)
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
    Confirm: confirmationOf(person),
    Points: points[0]!.Points,
    Parts: await figuresOf(ctx, person),
    Obstacles: (await findBlockers(ctx, person)).map(messageOf),
    RequestedAt: pendingRequest?.RequestedAt ?? null,
  }
}

export const messageOf = ({ code, message, params }: Refusal) => ({ code, message, params })

/** Number of rows per part that would be erased and that would stay. */
export async function figuresOf(ctx: Ctx, person: Person) {
  const counts = personalTables(ctx.services.areas).map(
    (table) =>
      sql`select ${table.part}::text as part, ${isErased(table)}::boolean as erased, (select count(*) from ${sql.table(table.table)} r where ${sql.raw(conditionFor(table, person))}) as rows`,
  )
  const { rows } = await sql<{ Part: Part; Erased: number; Kept: number }>`
    select part, coalesce(sum(rows) filter (where erased), 0)::bigint as erased, coalesce(sum(rows) filter (where not erased), 0)::bigint as kept
    from (${sql.join(counts, sql` union all `)}) counted group by part having sum(rows) > 0`.execute(ctx.db)
  return rows.toSorted((a, b) => Part.options.indexOf(a.Part) - Part.options.indexOf(b.Part))
}
