import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FirstStep, firstStepNames } from '../contract/first-steps.ts'

type Conditions = Readonly<Record<FirstStep, (today: string) => RawBuilder<unknown>>>

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** SQL conditions by setup step of this area; a step is done if its condition is true. */
    firstSteps?: Partial<Conditions>
  }
}

/** Name of the setting that records that a user dismissed the checklist of setup steps. */
const DISMISSED = 'firstSteps.dismissed'

const setupSteps: Partial<Conditions> = {
  Outlets: () => sql`exists (select from building where status = 'Active' and building_type_id in (4, 5))`,
  Lists: () => sql`exists (select from list_item where list_name = 'Brand' and status = 'Active')`,
  Mail: () => sql`exists (select from outbox_message where channel = 'Email' and status = 'Sent')`,
}

/** Returns the setup steps; whether a step is done follows from the data. */
export async function getFirstSteps(ctx: Ctx) {
  const conditions: Conditions = Object.assign({}, setupSteps, ...ctx.services.areas.map((area) => area.firstSteps))
  const columns = firstStepNames.map((step) => sql`${conditions[step](ctx.today)} as ${sql.ref(step)}`)
  const { rows } = await sql<Record<FirstStep, boolean> & { Dismissed: boolean }>`select ${sql.join(columns)},
    exists (select from setting where name = ${DISMISSED} and value = 'true') as dismissed`.execute(ctx.db)
  const { Dismissed, ...isDone } = rows[0]!
  const Steps = firstStepNames.map((Step) => ({ Step, Done: isDone[Step] }))
  // In a demo all steps count as finished, because a demo sends no mail.
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
