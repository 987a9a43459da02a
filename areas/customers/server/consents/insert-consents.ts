import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { EARLIER_WORDING_HOURS, wordingRefusals } from '../../contract/consent-wordings.ts'
import type { ConsentGiven } from '../../contract/consents.ts'
import { presentVersion } from '../wordings/wordings.ts'

/** Appends what a customer said; the wording is the present one unless another was shown. */
export async function insertConsents(
  ctx: Ctx,
  CustomerId: number,
  input: readonly ConsentGiven[],
  outletCode: string | null,
) {
  const published = await publishedOf(ctx, input)
  for (const { GrantedYN, Source, WordingVersion } of input)
    if (GrantedYN === 'Y' && WordingVersion && !mayAgreeTo(published.get(WordingVersion), Source))
      throw wordingRefusals.changed()
  return ctx.db
    .insertInto('CustomerConsent')
    .values(
      input.map(({ Channel, GrantedYN, Source, WordingVersion }) => ({
        CustomerId,
        Channel,
        GrantedYN,
        // Who says no needs no wording: whatever was on the page.
        WordingVersion: WordingVersion && published.has(WordingVersion) ? WordingVersion : presentVersion,
        Source,
        OutletCode: outletCode,
        RecordedById: ctx.actor.userId,
        RecordedAt: ctx.now,
      })),
    )
    .returning('ConsentId')
    .execute()
}

type Published = 'present' | 'until lately' | 'earlier'

/** Of the versions that are named: which were published, and when another took their place. */
async function publishedOf(ctx: Ctx, input: readonly ConsentGiven[]) {
  const named = [...new Set(input.flatMap(({ WordingVersion }) => WordingVersion ?? []))]
  if (named.length === 0) return new Map<string, Published>()
  const { rows } = await sql<{ Version: string; Published: Published }>`
    select version, case when next.published_at is null then 'present'
      when next.published_at > ${ctx.now}::timestamptz - make_interval(hours => ${EARLIER_WORDING_HOURS}) then 'until lately' else 'earlier' end as published
    from consent_wording_version w left join lateral (
      select published_at from consent_wording_version next where next.version_id > w.version_id order by version_id limit 1) next on true
    where version = any(${named}::text[])`.execute(ctx.db)
  return new Map(rows.map(({ Version, Published }) => [Version, Published]))
}

/** The wording on a page that was open when it changed counts for a day; one on paper counts as it was signed. */
const mayAgreeTo = (published: Published | undefined, source: ConsentGiven['Source']) =>
  published !== undefined && (published !== 'earlier' || source === 'Paper form')
