import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FirstStep, firstSteps } from '../contract/first-steps.ts'

/** The one thing about the first steps that does not follow from the data. */
const DISMISSED = 'firstSteps.dismissed'

/** Nothing is ticked off: a step is done while what it asks for is there. */
export async function getFirstSteps(ctx: Ctx) {
  const { rows } = await sql<Record<FirstStep, boolean> & { Dismissed: boolean }>`select
    exists (select from building where status = 'Active' and building_type_id in (4, 5)) as "Outlets",
    (select count(*) > 1 from user_account where kind = 'Staff' and status = 'Active') as "Staff",
    exists (select from list_item where list_name = 'Brand' and status = 'Active') as "Lists",
    exists (select from card_category join card_level using (card_category_id)
      where card_category.status = 'Active' and card_level.status = 'Active'
        and ${ctx.today}::date between effective_from and coalesce(effective_to, 'infinity')) as "Levels",
    exists (select from point_structure join point_structure_detail detail using (structure_id)
      where point_structure.status = 'Active' and detail.status = 'Active'
        and ${ctx.today}::date between effective_from and coalesce(effective_to, 'infinity'))
      and exists (select from point_rate join point_rate_detail detail using (rate_id)
        where point_rate.status = 'Active' and detail.status = 'Active'
          and ${ctx.today}::date between effective_from and coalesce(effective_to, 'infinity')) as "Rates",
    exists (select from outbox_message where channel = 'Email' and status = 'Sent') as "Mail",
    exists (select from setting where name = ${DISMISSED} and value = 'true') as "Dismissed"`.execute(ctx.db)
  const { Dismissed, ...done } = rows[0]!
  const Steps = firstSteps.map((Step) => ({ Step, Done: done[Step] }))
  // A demo is whole from the start, and sends nothing.
  return { Finished: ctx.services.demo || Dismissed || Steps.every(({ Done }) => Done), Steps }
}

export async function dismissFirstSteps(ctx: Ctx) {
  await ctx.db
    .insertInto('Setting')
    .values({ Name: DISMISSED, Value: 'true', UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .onConflict((conflict) => conflict.column('Name').doUpdateSet({ Value: 'true' }))
    .execute()
  ctx.audit('Dismiss First Steps', 'Setting', DISMISSED, 'Dismiss First Steps in Settings.')
  return getFirstSteps(ctx)
}
