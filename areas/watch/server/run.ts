import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { BatchStep } from '#kit/server/nightly.ts'
import { rulesOf } from './rules.ts'

async function run({ db, now, today }: Pick<Ctx, 'db' | 'now' | 'today'>): Promise<number> {
  const rules = JSON.stringify(rulesOf(await settings({ db })))
  const { rows } = await sql<{ Found: number }>`
    select watch_loyalty(${today}::date, ${now}::timestamptz, ${rules}::jsonb) as found`.execute(db)
  return rows[0]!.Found
}

/** Only what came since the last time is read, so all of it is one chunk. */
export const watchLoyalty: BatchStep = {
  name: 'watch loyalty',
  async chunk({ after, ...tools }) {
    if (after !== '') return undefined
    return { FirstKey: tools.today, LastKey: tools.today, Done: await run(tools) }
  },
}

export async function checkNow(ctx: Ctx) {
  const Findings = await run(ctx)
  ctx.audit('Check Loyalty Watch', 'Finding', 0, `Check Now in Loyalty Watch. Findings - ${Findings}`)
  return { Findings }
}
