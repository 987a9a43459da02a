import { sql } from 'kysely'
import { customerViewRoles } from '#areas/customers/contract/roles.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type * as contract from '../contract.ts'
import { RECENT_RECORDS_MAX } from '../contract.ts'

/** Lists the caller's recent records with current names, except customers that the caller cannot see any more. */
export function listRecentRecords(ctx: Ctx) {
  const maySeeCustomers = customerViewRoles.some((role) => ctx.actor.roles.has(role))
  const records = ctx.db
    .selectFrom('RecentRecord')
    .leftJoin('Customer', (join) =>
      join
        .onRef('Customer.CustomerId', '=', 'RecentRecord.CustomerId')
        .on('Customer.Status', 'not in', ['Deleted', 'Merged']),
    )
    .select(['Path', 'Screen', 'OpenedAt', 'RecentRecord.CustomerId', 'Name', 'FullName', 'IdNo'])
    .where('UserId', '=', ctx.actor.userId!)
    .where((row) =>
      row.or([
        row('RecentRecord.CustomerId', 'is', null),
        row.and([row.val(maySeeCustomers), row('Customer.CustomerId', 'is not', null)]),
      ]),
    )
    .orderBy('OpenedAt', 'desc')
    .limit(RECENT_RECORDS_MAX)
  return queryList(records, {
    map: ({ Path, Screen, OpenedAt, Name, FullName, IdNo }) => ({
      Path,
      Screen,
      Name: FullName ?? Name,
      About: maskedIdNo(IdNo),
      OpenedAt,
    }),
  })
}

/**
 * Stores that the user opened a record; only the ten latest records stay stored.
 * A customer is stored by id only, so that no name remains after the customer's record is erased.
 * Recent records are not audited, because they are not business data.
 */
export async function addRecentRecord(ctx: Ctx, { Path, Screen, Name }: Input<typeof contract.addRecentRecord>) {
  const { userId } = ctx.actor
  const customerId = /^\/customers\/([1-9]\d{0,14})$/.exec(Path)?.[1] ?? null
  await sql`
    with outdated as (
      select path from recent_record where user_id = ${userId} and path <> ${Path}
      order by opened_at desc offset ${RECENT_RECORDS_MAX - 1}
    ), deleted as (
      delete from recent_record where user_id = ${userId} and path in (select path from outdated)
    )
    insert into recent_record (user_id, path, screen, name, customer_id, opened_at)
    select ${userId}, ${Path}, ${Screen}, ${customerId === null ? (Name ?? null) : null}, ${customerId}::bigint, ${ctx.now}
    where ${customerId}::bigint is null or exists (select from customer where customer_id = ${customerId}::bigint)
    on conflict (user_id, path) do update set name = excluded.name, opened_at = excluded.opened_at`.execute(ctx.db)
  return {}
}
