import { viewRoles } from '#areas/customers/contract/roles.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { RECENT_MAX } from '../contract.ts'

/** Customers as they are called today, and only for those who may still see them. */
export function listRecentRecords(ctx: Ctx) {
  const maySeeCustomers = viewRoles.some((role) => ctx.actor.roles.has(role))
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
    .limit(RECENT_MAX)
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
