import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { membershipRefusals as refusals } from '../../contract/memberships.ts'

type NewMembership = { CustomerId: number; CardGroupId?: number | undefined; JoinDate?: string | undefined }

/**
 * Creates a non-premium membership in the default card group, unless the caller names another group.
 * A customer has one Active membership per card group: of two concurrent calls the second is rejected.
 */
export async function createMembership(
  ctx: Ctx,
  { CustomerId, CardGroupId, JoinDate }: NewMembership,
): Promise<string> {
  const { rows } = await sql<{ MembershipNo: string }>`
    insert into membership (membership_no, customer_id, card_group_id, member_type, join_date, created_by_id, created_at, updated_by_id, updated_at)
    select next_membership_no(), ${CustomerId}, chosen.group_id, 'Non-Premium Member', ${JoinDate ?? ctx.today}::date,
      ${ctx.actor.userId}, ${ctx.now}, ${ctx.actor.userId}, ${ctx.now}
    from (
      select group_id from card_group
      where status = 'Active' and ${CardGroupId ?? null}::bigint is null or group_id = ${CardGroupId ?? null}::bigint and status = 'Active'
      order by (name = (select value #>> '{}' from setting where name = 'membership.defaultCardGroup')) desc nulls last, group_id limit 1
      for key share
    ) chosen
    on conflict (customer_id, card_group_id) where status = 'Active' do nothing
    returning membership_no`.execute(ctx.db)
  const added = rows[0]
  if (added) return added.MembershipNo

  const group = await ctx.db
    .selectFrom('CardGroup')
    .select('GroupId')
    .where('Status', '=', 'Active')
    .$if(CardGroupId !== undefined, (groups) => groups.where('GroupId', '=', CardGroupId!))
    .limit(1)
    .executeTakeFirst()
  if (group) throw refusals.alreadyActive()
  throw CardGroupId === undefined ? refusals.noGroup() : refusals.groupUnknown()
}
