import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'

export const getListItems = (ctx: Ctx, { ListName, LanguageCode }: Input<typeof contract.getListItems>) =>
  queryList(
    ctx.db
      .selectFrom('ListItem')
      .leftJoin('FieldTranslation', (join) =>
        join
          .on('ObjectType', '=', 'ListItem')
          .on('ObjectId', '=', sql<string>`list_item.list_item_id::text`)
          .on('FieldName', '=', 'Label')
          .on('LanguageCode', '=', LanguageCode),
      )
      .select(['ListItem.Value', 'SequenceNo'])
      .select(sql<string>`coalesce(field_translation.value, list_item.label, list_item.value)`.as('Label'))
      .where('ListName', '=', ListName)
      .where('Status', '=', 'Active')
      .orderBy('SequenceNo')
      .orderBy('ListItem.Value'),
    { map: (item) => ({ ListName, ...item }) },
  )
