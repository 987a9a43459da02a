import { sql } from 'kysely'
import { askedOutlet, customerConditions, shownMembership } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { type ArchivedMember, archiveRefusals, type listArchivedMembers as endpoint } from '../../contract/archive.ts'

/** Who is archived now. */
export const listArchivedMembers = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  sqlList({
    from: sql`archived_member archived join customer on customer.customer_id = archived.customer_id`,
    where: [
      sql`archived.reactivated_at is null and customer.status = 'Archived'`,
      ...customerConditions(
        { Q: Search.Q },
        { outlet: askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet), across: null },
      ),
    ],
    page: {
      keys: sql`archived.*`,
      as: 'archived',
      joins: sql`join customer on customer.customer_id = archived.customer_id ${shownMembership}`,
    },
    select: sql<ArchivedMember>`customer.customer_id, customer.full_name, shown.membership_no, shown.card_category_code, customer.member_type,
      customer.status, customer.registered_outlet_code, archived.archived_at, archived.archived_by, archived.remark,
      coalesce((select sum(points) from point_balance join membership using (membership_no) where membership.customer_id = customer.customer_id), 0)::bigint as point_balance`,
    sort: { FullName: 'customer.full_name' },
    tie: 'archived.archive_id',
  })
