import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** A merge that an earlier release wrote has no language of consents. */
type ConsentChange = {
  Channel: string
  Before: 'Y' | 'N' | null
  After: 'Y' | 'N'
  WordingVersion: string
  WordingLanguage?: string | null
}

/**
 * Selects the consents of the survivor that change: per channel the stricter one applies, so withdrawn beats granted.
 * On a channel for which only the merged customer has a consent, the survivor gets this consent.
 */
export async function findStricterConsents(ctx: Ctx, SurvivorId: number, MergedId: number): Promise<ConsentChange[]> {
  const { rows } = await sql<ConsentChange>`
    with latest as (
      select distinct on (customer_id, channel) customer_id, channel, granted_yn, wording_version, wording_language
      from customer_consent where customer_id in (${SurvivorId}, ${MergedId})
      order by customer_id, channel, recorded_at desc, consent_id desc
    )
    select merged.channel, survivor.granted_yn as before, merged.granted_yn as after, merged.wording_version, merged.wording_language
    from latest merged left join latest survivor on survivor.customer_id = ${SurvivorId} and survivor.channel = merged.channel
    where merged.customer_id = ${MergedId} and (survivor.granted_yn is null or (survivor.granted_yn = 'Y' and merged.granted_yn = 'N'))
    order by merged.channel`.execute(ctx.db)
  return rows
}

/** Records the stricter consents for the survivor, with their wording and language. Earlier consents stay. */
export async function recordStricterConsents(ctx: Ctx, SurvivorId: number, changes: readonly ConsentChange[]) {
  if (changes.length === 0) return
  await sql`
    insert into customer_consent
      (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_by_id, recorded_at)
    select ${SurvivorId}, change->>'Channel', change->>'After', change->>'WordingVersion', change->>'WordingLanguage', 'Merge',
      ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now}
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) change`.execute(ctx.db)
}

/**
 * Restores the survivor's previous consents as new records with their wording, unless newer consents exist.
 * The undo withdraws a consent that only the merged customer had given, because the survivor never gave it.
 */
export async function restoreConsents(ctx: Ctx, SurvivorId: number, changes: readonly ConsentChange[]) {
  const changed = changes.flatMap(({ Channel, Before, After }) => (Before === null && After === 'N' ? [] : Channel))
  if (changed.length === 0) return
  await sql`
    with consents as (
      select *, row_number() over (partition by channel order by recorded_at desc, consent_id desc) as recency
      from customer_consent where customer_id = ${SurvivorId} and channel = any(${changed}::text[])
    )
    insert into customer_consent
      (customer_id, channel, granted_yn, wording_version, wording_language, source, outlet_code, recorded_by_id, recorded_at)
    select ${SurvivorId}, latest.channel, coalesce(before.granted_yn, 'N'), coalesce(before.wording_version, latest.wording_version),
      case when before.consent_id is null then latest.wording_language else before.wording_language end, 'Unmerge',
      ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now}
    from consents latest left join consents before on before.channel = latest.channel and before.recency = 2
    where latest.recency = 1 and latest.source = 'Merge'`.execute(ctx.db)
}
