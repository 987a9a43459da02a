import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract/consent-wordings.ts'
import { ConsentChannel, type WordingLanguage } from '../../contract/consents.ts'

type Db = Pick<Ctx, 'db'>

const columns = sql`w.version_id, w.version, w.published_at, w.published_by, w.remark,
  case when w.version_id = (select max(version_id) from consent_wording_version) then 'Y' else 'N' end as present_yn`

/** The SQL for the current version of the wording. */
export const currentWordingVersionSql = sql<string>`(select version from consent_wording_version order by version_id desc limit 1)`

export const listConsentWordings = () =>
  sqlList({
    from: sql`consent_wording_version w`,
    select: sql<contract.WordingVersion>`${columns}`,
    sort: { VersionId: 'w.version_id' },
    tie: 'w.version_id',
  })

export const getConsentWording = (ctx: Ctx, { Version }: Input<typeof contract.getConsentWording>) =>
  readWording(ctx, Version)

/** Reads a version of the wording with all its texts; by default the current version. */
export async function readWording(ctx: Db, version: string | null = null): Promise<contract.Wording> {
  const { rows } = await sql<contract.WordingVersion & { Texts: Pick<contract.Wording, ConsentChannel> }>`
    select ${columns}, (
      select jsonb_object_agg(channel, texts) from (
        select channel, jsonb_object_agg(language, wording) as texts from consent_wording where version = w.version group by channel) worded
    ) as texts
    from consent_wording_version w where w.version = coalesce(${version}, ${currentWordingVersionSql})`.execute(ctx.db)
  const [row] = rows
  if (!row) throw contract.wordingRefusals.notFound()
  const { Texts, ...head } = row
  return { ...head, ...Texts }
}

/** Returns the current wording in the language of a page or a fallback language. Each text has its language. */
export async function readCurrentWording(ctx: Db, language: WordingLanguage) {
  const wording = await readWording(ctx)
  return {
    Version: wording.Version,
    Texts: ConsentChannel.options.map((Channel) => ({
      Channel,
      Text: contract.chooseDisplayedText(wording[Channel], language),
      Language: contract.chooseDisplayedLanguage(wording[Channel], language),
    })),
  }
}
