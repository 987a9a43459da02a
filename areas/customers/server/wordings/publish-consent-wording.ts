import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type publishConsentWording as endpoint, wordingRefusals as refusals } from '../../contract/consent-wordings.ts'
import { ConsentChannel, WordingLanguage } from '../../contract/consents.ts'
import { readWording } from './wordings.ts'

/** Publishes a new wording. Earlier consents keep the wording that the customer saw. */
export async function publishConsentWording(ctx: Ctx, { BasedOn, Remark, ...texts }: Input<typeof endpoint>) {
  // Concurrent calls run one after another under the lock, so that the second call finds the version of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('consent wording', 0))`.execute(ctx.db)
  const present = await readWording(ctx)
  if (present.Version !== BasedOn) throw refusals.stale({ Code: present.Version })
  const { languages } = await readSettings(ctx)
  for (const channel of ConsentChannel.options)
    for (const language of languages)
      if (!texts[channel][language]) throw refusals.incomplete({ Channel: channel, Language: language })
  const wordings = ConsentChannel.options.flatMap((Channel) =>
    WordingLanguage.options.flatMap((Language) => {
      const Wording = texts[Channel][Language]
      return Wording ? [{ Channel, Language, Wording }] : []
    }),
  )
  const isSame = ConsentChannel.options.every((channel) => sameTexts(texts[channel], present[channel]))
  if (isSame) throw refusals.same()

  const { rows } = await sql<{ Version: string }>`
    insert into consent_wording_version (version, published_at, published_by_id, published_by, remark)
    select (max(number::bigint) + 1)::text, ${ctx.now}, ${ctx.actor.userId}, ${ctx.actor.name}, ${Remark ?? null}
    from (select version as number from consent_wording_version union select wording_version from customer_consent union select '0') numbers
    where number ~ '^[0-9]{1,9}$' returning version`.execute(ctx.db)
  const { Version } = rows[0]!
  await ctx.db
    .insertInto('ConsentWording')
    .values(wordings.map((text) => ({ ...text, Version })))
    .execute()

  ctx.audit(
    'Publish Consent Wording',
    'ConsentWording',
    Version,
    `Publish Consent Wording in Settings. Version - ${Version}`,
  )
  return readWording(ctx, Version)
}

const sameTexts = (a: Record<string, string>, b: Record<string, string>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((language) => a[language] === b[language])
