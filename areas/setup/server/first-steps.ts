import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type FirstStep, firstSteps } from '../contract/first-steps.ts'

type Conditions = Readonly<Record<FirstStep, (today: string) => RawBuilder<unknown>>>

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Conditions that tell whether a first step of this area is done. */
    firstSteps?: Partial<Conditions>
  }
}

/** The one thing about the first steps that does not follow from the data. */
const DISMISSED = 'firstSteps.dismissed'

const ownSteps: Partial<Conditions> = {
  Outlets: () => sql`exists (select from building where status = 'Active' and building_type_id in (4, 5))`,
  Lists: () => sql`exists (select from list_item where list_name = 'Brand' and status = 'Active')`,
  Mail: () => sql`exists (select from outbox_message where channel = 'Email' and status = 'Sent')`,
}

/** The first steps and whether each is done: that follows from the data and is stored nowhere. */
export async function getFirstSteps(ctx: Ctx) {
  const conditions: Conditions = Object.assign({}, ownSteps, ...ctx.services.areas.map((area) => area.firstSteps))
  const columns = firstSteps.map((step) => sql`${conditions[step](ctx.today)} as ${sql.ref(step)}`)
  const { rows } = await sql<Record<FirstStep, boolean> & { Dismissed: boolean }>`select ${sql.join(columns)},
    exists (select from setting where name = ${DISMISSED} and value = 'true') as dismissed`.execute(ctx.db)
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
