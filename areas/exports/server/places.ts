import { sql } from 'kysely'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { EXPORTS_AT_ONCE, refusals } from '../contract.ts'

const WAIT_SECONDS = 10

/**
 * A person has two exports at a time: those in the background stand in the book, those that somebody waits for hold a
 * lock until their call ends.
 */
export async function takePlace({ db, actor }: Ctx): Promise<void> {
  const { rows } = await sql<{ Open: number }>`
    select count(*)::int as open from export_job where created_by_id = ${actor.userId} and status in ('Queued', 'Running')`.execute(
    db,
  )
  for (let place = 1; place <= EXPORTS_AT_ONCE - rows[0]!.Open; place++) {
    const taken = await sql<{ Taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export ${actor.userId} ${place}`}, 0)) as taken`.execute(db)
    if (taken.rows[0]!.Taken) return
  }
  const { statusCode, code, text } = refusals.tooManyAtOnce
  throw new Refusal(statusCode, code, text, { retryAfter: WAIT_SECONDS })
}
