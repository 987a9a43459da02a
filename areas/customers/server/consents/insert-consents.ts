import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { PREVIOUS_WORDING_VALID_HOURS, wordingRefusals } from '../../contract/consent-wordings.ts'
import type { ConsentChannel, ConsentDecision, WordingLanguage } from '../../contract/consents.ts'
import {
  type ConsentAwaitingProof,
  findContactToProve,
  readContactProofs,
  storeConsentsAwaitingProof,
} from '../unproved-contacts.ts'

/**
 * Stores consents with the wording that the customer saw, by default the current wording.
 * A marketing consent in self-service takes effect only once the contact field of its channel is proved.
 */
export async function insertConsents(
  ctx: Ctx,
  CustomerId: number,
  input: readonly ConsentDecision[],
  outletCode: string | null,
) {
  const published = await publishedFor(ctx, input)
  const present = published.find(({ Counts }) => Counts === 'present')!
  const consents = input.map(({ Channel, GrantedYN, Source, WordingVersion, WordingLanguage }) => {
    const wording = WordingVersion ? published.find(({ Version }) => Version === WordingVersion) : present
    const isWorded = !WordingLanguage || wording?.Languages[Channel]?.includes(WordingLanguage)
    if (GrantedYN === 'Y' && !(isWorded && mayAgreeTo(wording, Source))) throw wordingRefusals.changed()
    return {
      CustomerId,
      Channel,
      GrantedYN,
      // A withdrawal of consent is valid with any wording.
      WordingVersion: (wording ?? present).Version,
      WordingLanguage: isWorded ? (WordingLanguage ?? null) : null,
      Source,
      OutletCode: outletCode,
      RecordedById: ctx.actor.userId,
      RecordedAt: ctx.now,
    }
  })
  const effective = ctx.actor.kind === 'customer' ? await setAsideUnproved(ctx, CustomerId, consents) : consents
  if (effective.length === 0) return []
  return ctx.db.insertInto('CustomerConsent').values(effective).returning('ConsentId').execute()
}

type NewConsent = Omit<ConsentAwaitingProof, 'RecordedAt'> & { GrantedYN: 'Y' | 'N'; RecordedAt: Date }

/** Stores marketing consents for unproved contact fields until the proof, and returns all other consents. */
async function setAsideUnproved<C extends NewConsent>(
  ctx: Ctx,
  CustomerId: number,
  consents: readonly C[],
): Promise<C[]> {
  const proofs = await readContactProofs(ctx, CustomerId)
  if (proofs.Unproved.length === 0) return [...consents]
  const proofOf = ({ Channel, GrantedYN }: C) => (GrantedYN === 'Y' ? findContactToProve(Channel, proofs) : undefined)
  const waiting = Object.groupBy(
    consents.filter((consent) => proofOf(consent)),
    (consent) => proofOf(consent)!,
  )
  const stored = ([field, consents]: [string, C[]]) => [
    field,
    consents.map(({ Channel, WordingVersion, WordingLanguage, OutletCode, RecordedAt }) => ({
      ...{ Channel, WordingVersion, WordingLanguage, OutletCode },
      RecordedAt: RecordedAt.toISOString(),
    })),
  ]
  const channels = consents.map(({ Channel }) => Channel)
  await storeConsentsAwaitingProof(ctx, CustomerId, channels, Object.fromEntries(Object.entries(waiting).map(stored)))
  return consents.filter((consent) => !proofOf(consent))
}

type PublishedWording = {
  Version: string
  Counts: 'present' | 'until lately' | 'earlier'
  /** The languages in which a version of the wording has a text, by channel. */
  Languages: Partial<Record<ConsentChannel, WordingLanguage[]>>
}

/** Reads the current wording and the wordings that the input names, each with its age and languages. */
async function publishedFor(ctx: Ctx, input: readonly ConsentDecision[]) {
  const named = input.flatMap(({ WordingVersion }) => WordingVersion ?? [])
  const { rows } = await sql<PublishedWording>`
    select version, case when next.published_at is null then 'present'
      when next.published_at > ${ctx.now}::timestamptz - make_interval(hours => ${PREVIOUS_WORDING_VALID_HOURS}) then 'until lately' else 'earlier' end as counts,
      coalesce((select jsonb_object_agg(channel, languages) from (
        select channel, jsonb_agg(language) as languages from consent_wording texts where texts.version = w.version group by channel) worded), '{}') as languages
    from consent_wording_version w left join lateral (
      select published_at from consent_wording_version next where next.version_id > w.version_id order by version_id limit 1) next on true
    where version = any(${named}::text[]) or next.published_at is null`.execute(ctx.db)
  return rows
}

/** A consent to a superseded wording is valid for a day, for pages that were still open, and on paper without limit. */
const mayAgreeTo = (wording: PublishedWording | undefined, source: ConsentDecision['Source']) =>
  wording !== undefined && (wording.Counts !== 'earlier' || source === 'Paper form')
