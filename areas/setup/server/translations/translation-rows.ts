import type { Ctx } from '#kit/server/ctx.ts'
import type { FieldTranslation } from '../../contract/translations.ts'

const fields = ['TranslationId', 'ObjectType', 'ObjectId', 'FieldName', 'LanguageCode', 'Value'] as const

export const translations = (ctx: Ctx) =>
  ctx.db.selectFrom('FieldTranslation').select(fields).$narrowType<FieldTranslation>()
