import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { EARLIER_WORDING_HOURS, wordingRefusals } from '../../contract/consent-wordings.ts'
import type { ConsentChannel, ConsentGiven, WordingLanguage } from '../../contract/consents.ts'

/** Appends what a customer said; the wording is the present one unless another was shown. */
export async function insertConsents(
  ctx: Ctx,
  CustomerId: number,
  input: readonly ConsentGiven[],
  outletCode: string | null,
) {
  const published = await publishedFor(ctx, input)
  const present = published.find(({ Counts }) => Counts === 'present')!
  const said = input.map(({ Channel, GrantedYN, Source, WordingVersion, WordingLanguage }) => {
    const shown = WordingVersion ? published.find(({ Version }) => Version === WordingVersion) : present
    const isWorded = !WordingLanguage || shown?.Languages[Channel]?.includes(WordingLanguage)
    if (GrantedYN === 'Y' && !(isWorded && mayAgreeTo(shown, Source))) throw wordingRefusals.changed()
    return {
      CustomerId,
      Channel,
      GrantedYN,
      // Who says no needs no wording: whatever was on the page.
      WordingVersion: (shown ?? present).Version,
      WordingLanguage: isWorded ? (WordingLanguage ?? null) : null,
      Source,
      OutletCode: outletCode,
      RecordedById: ctx.actor.userId,
      RecordedAt: ctx.now,
    }
  })
  return ctx.db.insertInto('CustomerConsent').values(said).returning('ConsentId').execute()
}

type Published = {
  Version: string
  Counts: 'present' | 'until lately' | 'earlier'
  /** In which each channel is worded. */
  Languages: Partial<Record<ConsentChannel, WordingLanguage[]>>
}

/** The present wording and those that are named: when another took their place, and their languages. */
async function publishedFor(ctx: Ctx, input: readonly ConsentGiven[]) {
  const named = input.flatMap(({ WordingVersion }) => WordingVersion ?? [])
  const { rows } = await sql<Published>`
    select version, case when next.published_at is null then 'present'
      when next.published_at > ${ctx.now}::timestamptz - make_interval(hours => ${EARLIER_WORDING_HOURS}) then 'until lately' else 'earlier' end as counts,
      coalesce((select jsonb_object_agg(channel, languages) from (
        select channel, jsonb_agg(language) as languages from consent_wording said where said.version = w.version group by channel) worded), '{}') as languages
    from consent_wording_version w left join lateral (
      select published_at from consent_wording_version next where next.version_id > w.version_id order by version_id limit 1) next on true
    where version = any(${named}::text[]) or next.published_at is null`.execute(ctx.db)
  return rows
}

/** The wording on a page that was open when it changed counts for a day; one on paper counts as it was signed. */
const mayAgreeTo = (shown: Published | undefined, source: ConsentGiven['Source']) =>
  shown !== undefined && (shown.Counts !== 'earlier' || source === 'Paper form')
