import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

type Word = { Channel: string; Before: 'Y' | 'N' | null; After: 'Y' | 'N'; WordingVersion: string }

/**
 * The stricter word of the two on each channel: no if either said no. Who was never asked has said nothing, so that the
 * only word there is counts. Answers what changes for the survivor.
 */
export async function stricterConsents(ctx: Ctx, SurvivorId: number, MergedId: number): Promise<Word[]> {
  const { rows } = await sql<Word>`
    with latest as (
      select distinct on (customer_id, channel) customer_id, channel, granted_yn, wording_version
      from customer_consent where customer_id in (${SurvivorId}, ${MergedId})
      order by customer_id, channel, recorded_at desc, consent_id desc
    )
    select other.channel, own.granted_yn as before, other.granted_yn as after, other.wording_version
    from latest other left join latest own on own.customer_id = ${SurvivorId} and own.channel = other.channel
    where other.customer_id = ${MergedId} and (own.granted_yn is null or (own.granted_yn = 'Y' and other.granted_yn = 'N'))
    order by other.channel`.execute(ctx.db)
  return rows
}

const say = (ctx: Ctx, CustomerId: number, Source: 'Merge' | 'Unmerge', words: readonly object[]) => sql<{
  ConsentId: number
}>`
  insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, outlet_code, recorded_by_id, recorded_at)
  select ${CustomerId}, word->>'Channel', word->>'GrantedYN', word->>'WordingVersion', ${Source}, ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now}
  from jsonb_array_elements(${JSON.stringify(words)}::jsonb) word
  returning consent_id`

/** Writes the stricter words for the survivor; earlier ones stay in the record. */
export async function recordStricter(ctx: Ctx, SurvivorId: number, words: readonly Word[]) {
  if (words.length === 0) return
  const spoken = words.map(({ Channel, After, WordingVersion }) => ({ Channel, GrantedYN: After, WordingVersion }))
  await say(ctx, SurvivorId, 'Merge', spoken).execute(ctx.db)
}

/** Gives the survivor back what he had agreed to before, where nothing was said since. */
export async function recordAsBefore(ctx: Ctx, SurvivorId: number, words: readonly Word[]) {
  const changed = words.filter(({ Before }) => Before !== null)
  if (changed.length === 0) return
  const { rows } = await sql<{ Channel: string }>`
    select distinct on (channel) channel, source from customer_consent where customer_id = ${SurvivorId}
    order by channel, recorded_at desc, consent_id desc`.execute(ctx.db)
  const untouched = new Set(
    (rows as { Channel: string; Source: string }[])
      .filter(({ Source }) => Source === 'Merge')
      .map(({ Channel }) => Channel),
  )
  const spoken = changed
    .filter(({ Channel }) => untouched.has(Channel))
    .map(({ Channel, Before, WordingVersion }) => ({ Channel, GrantedYN: Before, WordingVersion }))
  if (spoken.length > 0) await say(ctx, SurvivorId, 'Unmerge', spoken).execute(ctx.db)
}
