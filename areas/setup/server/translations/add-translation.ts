import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addTranslation as endpoint, translationRefusals as refusals } from '../../contract/translations.ts'
import { translations } from './translation-rows.ts'

export async function addTranslation(ctx: Ctx, input: Input<typeof endpoint>) {
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

  const of = `${input.ObjectType} ${input.ObjectId}, ${input.LanguageCode}`
  ctx.audit('Create Field Translation', 'FieldTranslation', TranslationId, `Create Field Translation in ${of}`)
  return translations(ctx).where('TranslationId', '=', TranslationId).executeTakeFirstOrThrow()
}
