import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { listTranslations as endpoint } from '../../contract/translations.ts'
import { translations } from './translation-rows.ts'

export async function listTranslations(ctx: Ctx, { ObjectType, ObjectId, LanguageCode }: Input<typeof endpoint>) {
  let query = translations(ctx).where('ObjectType', '=', ObjectType)
  if (ObjectId) query = query.where('ObjectId', '=', ObjectId)
  if (LanguageCode) query = query.where('LanguageCode', '=', LanguageCode)
  const rows = await query.orderBy('ObjectId').orderBy('LanguageCode').execute()
  return { count: rows.length, rows }
}
