import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteTranslation as endpoint, translationRefusals as refusals } from '../../contract/translations.ts'
import { translations } from './translation-rows.ts'

export async function deleteTranslation(ctx: Ctx, { TranslationId }: Input<typeof endpoint>) {
  const translation = await translations(ctx).where('TranslationId', '=', TranslationId).executeTakeFirst()
  if (!translation) throw refusals.notFound()

  await ctx.db.deleteFrom('FieldTranslation').where('TranslationId', '=', TranslationId).execute()

  const of = `${translation.ObjectType} ${translation.ObjectId}, ${translation.LanguageCode}`
  ctx.audit('Delete Field Translation', 'FieldTranslation', TranslationId, `Delete Field Translation in ${of}`)
  return translation
}
