import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { putOffAction as endpoint, NextAction } from '../../contract/counter.ts'

/** Hides a suggested action until tomorrow, and deletes expired entries. Not audited, because it is no business data. */
export async function putOffAction({ db, actor, today }: Ctx, input: Input<typeof endpoint>) {
  const { rows } = await sql<{ AgainOn: string }>`
    with over as (
      delete from act_put_off where user_id = ${actor.userId} and again_on <= ${today}
        and (membership_no, act) <> (${normaliseMembershipNo(input.MembershipNo)}, ${input.Action})
    )
    insert into act_put_off (user_id, membership_no, act, again_on)
    values (${actor.userId}, ${normaliseMembershipNo(input.MembershipNo)}, ${input.Action}, ${today}::date + 1)
    on conflict (user_id, membership_no, act) do update set again_on = excluded.again_on
    returning again_on`.execute(db)
  return rows[0]!
}

/** Returns the suggested actions that the caller has hidden for today. */
export async function findPostponedActionNames(
  { db, actor, today }: Ctx,
  MembershipNo: string,
): Promise<NextAction['Action'][]> {
  if (actor.kind !== 'staff') return []
  const { rows } = await sql<{ Act: NextAction['Action'] }>`
    select act from act_put_off
    where user_id = ${actor.userId} and membership_no = ${MembershipNo} and again_on > ${today}`.execute(db)
  return rows.map(({ Act }) => Act)
}
