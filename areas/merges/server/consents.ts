import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** Of an earlier version of the program there is no language in what was kept. */
type Word = {
  Channel: string
  Before: 'Y' | 'N' | null
  After: 'Y' | 'N'
  WordingVersion: string
  WordingLanguage?: string | null
}

/**
 * The stricter word of the two on each channel: no if either said no. Who was never asked has said nothing, so that the
 * only word there is counts. Answers what changes for the survivor.
 */
export async function stricterConsents(ctx: Ctx, SurvivorId: number, MergedId: number): Promise<Word[]> {
  const { rows } = await sql<Word>`
    with latest as (
      select distinct on (customer_id, channel) customer_id, channel, granted_yn, wording_version, wording_language
      from customer_consent where customer_id in (${SurvivorId}, ${MergedId})
      order by customer_id, channel, recorded_at desc, consent_id desc
    )
    select other.channel, own.granted_yn as before, other.granted_yn as after, other.wording_version, other.wording_language
    from latest other left join latest own on own.customer_id = ${SurvivorId} and own.channel = other.channel
    where other.customer_id = ${MergedId} and (own.granted_yn is null or (own.granted_yn = 'Y' and other.granted_yn = 'N'))
    order by other.channel`.execute(ctx.db)
  return rows
}

/** Writes the stricter words for the survivor, as they were worded and read; earlier ones stay in the record. */
export async function recordStricter(ctx: Ctx, SurvivorId: number, words: readonly Word[]) {
  if (words.length === 0) return
  await sql`
    insert into customer_consent
      (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_by_id, recorded_at)
    select ${SurvivorId}, word->>'Channel', word->>'After', word->>'WordingVersion', word->>'WordingLanguage', 'Merge',
      ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now}
    from jsonb_array_elements(${JSON.stringify(words)}::jsonb) word`.execute(ctx.db)
}

/** Says for the survivor again what he had said before, to the same words, where nothing was said since. */
export async function recordAsBefore(ctx: Ctx, SurvivorId: number, words: readonly Word[]) {
  const changed = words.flatMap(({ Channel, Before }) => (Before === null ? [] : Channel))
  if (changed.length === 0) return
  await sql`
    with said as (
      select *, row_number() over (partition by channel order by recorded_at desc, consent_id desc) as place
      from customer_consent where customer_id = ${SurvivorId} and channel = any(${changed}::text[])
    )
    insert into customer_consent
      (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_by_id, recorded_at)
    select ${SurvivorId}, channel, before.granted_yn, before.wording_version, before.wording_language, 'Unmerge',
      ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now}
    from said latest join said before using (channel)
    where latest.place = 1 and latest.source = 'Merge' and before.place = 2`.execute(ctx.db)
}
