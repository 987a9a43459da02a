import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listTranslations as endpoint } from '../../contract/translations.ts'
import { translations } from './translation-rows.ts'

export const listTranslations = (ctx: Ctx, { ObjectType, ObjectId, LanguageCode }: Input<typeof endpoint>) =>
  queryList(translations(ctx).where('ObjectType', '=', ObjectType).orderBy('ObjectId').orderBy('LanguageCode'), {
    where: [equals('ObjectId', ObjectId), equals('LanguageCode', LanguageCode)],
  })
