import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract/translations.ts'
import { type FieldTranslation, translationRefusals as refusals } from '../contract/translations.ts'

const fields = ['TranslationId', 'ObjectType', 'ObjectId', 'FieldName', 'LanguageCode', 'Value'] as const

const translations = (ctx: Ctx) => ctx.db.selectFrom('FieldTranslation').select(fields).$narrowType<FieldTranslation>()

export const listTranslations = (
  ctx: Ctx,
  { ObjectType, ObjectId, LanguageCode }: Input<typeof contract.listTranslations>,
) =>
  queryList(translations(ctx).where('ObjectType', '=', ObjectType).orderBy('ObjectId').orderBy('LanguageCode'), {
    where: [equals('ObjectId', ObjectId), equals('LanguageCode', LanguageCode)],
  })

export async function addTranslation(ctx: Ctx, input: Input<typeof contract.addTranslation>) {
  const item = await ctx.db
    .selectFrom('ListItem')
    .select('ListItemId')
    .where('ListItemId', '=', Number(input.ObjectId))
    .executeTakeFirst()
  if (!item) throw refusals.recordNotFound()

  const { TranslationId } = await ctx.db
    .insertInto('FieldTranslation')
    .values({ ...input, UpdatedAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['ObjectType', 'ObjectId', 'FieldName', 'LanguageCode'])
        .doUpdateSet({ Value: input.Value, UpdatedAt: ctx.now }),
    )
    .returning('TranslationId')
    .executeTakeFirstOrThrow()

  const target = `${input.ObjectType} ${input.ObjectId}, ${input.LanguageCode}`
  ctx.audit('Create Field Translation', 'FieldTranslation', TranslationId, `Create Field Translation in ${target}`)
  return translations(ctx).where('TranslationId', '=', TranslationId).executeTakeFirstOrThrow()
}

export async function deleteTranslation(ctx: Ctx, { TranslationId }: Input<typeof contract.deleteTranslation>) {
  const translation = await translations(ctx).where('TranslationId', '=', TranslationId).executeTakeFirst()
  if (!translation) throw refusals.notFound()

  await ctx.db.deleteFrom('FieldTranslation').where('TranslationId', '=', TranslationId).execute()

  const target = `${translation.ObjectType} ${translation.ObjectId}, ${translation.LanguageCode}`
  ctx.audit('Delete Field Translation', 'FieldTranslation', TranslationId, `Delete Field Translation in ${target}`)
  return translation
}
