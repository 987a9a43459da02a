import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { EARLIER_WORDING_HOURS, wordingRefusals } from '../../contract/consent-wordings.ts'
import type { ConsentChannel, ConsentGiven, WordingLanguage } from '../../contract/consents.ts'
import { awaitedProof, contactProofs, type WaitingConsent, writeWaiting } from '../unproved-contacts.ts'

/**
 * Appends what a customer said; the wording is the present one unless another was shown. Of customers on their own pages a consent to
 * marketing waits until its address is proved.
 */
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
  const counted = ctx.actor.kind === 'customer' ? await withoutWaiting(ctx, CustomerId, said) : said
  if (counted.length === 0) return []
  return ctx.db.insertInto('CustomerConsent').values(counted).returning('ConsentId').execute()
}

type NewConsent = Omit<WaitingConsent, 'RecordedAt'> & { GrantedYN: 'Y' | 'N'; RecordedAt: Date }

/** Sets aside the consents to marketing that wait until the customer's e-mail address or phone number is proved. */
async function withoutWaiting<One extends NewConsent>(
  ctx: Ctx,
  CustomerId: number,
  said: readonly One[],
): Promise<One[]> {
  const proofs = await contactProofs(ctx, CustomerId)
  if (proofs.Unproved.length === 0) return [...said]
  const proofOf = ({ Channel, GrantedYN }: One) => (GrantedYN === 'Y' ? awaitedProof(Channel, proofs) : undefined)
  const waiting = Object.groupBy(
    said.filter((one) => proofOf(one)),
    (one) => proofOf(one)!,
  )
  const stored = ([field, consents]: [string, One[]]) => [
    field,
    consents.map(({ Channel, WordingVersion, WordingLanguage, OutletCode, RecordedAt }) => ({
      ...{ Channel, WordingVersion, WordingLanguage, OutletCode },
      RecordedAt: RecordedAt.toISOString(),
    })),
  ]
  const channels = said.map(({ Channel }) => Channel)
  await writeWaiting(ctx, CustomerId, channels, Object.fromEntries(Object.entries(waiting).map(stored)))
  return said.filter((one) => !proofOf(one))
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
