import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type deleteCardCategory as endpoint,
  cardCategoryRefusals as refusals,
} from '../../contract/card-categories.ts'
import { lockCardCategory, readCardCategory } from './card-category-rows.ts'

/** Marks a card category as Deleted, unless members or levels need it. */
export async function deleteCardCategory(ctx: Ctx, { CardCategoryId }: Input<typeof endpoint>) {
  const category = await lockCardCategory(ctx, CardCategoryId)
  if (category.Status === 'Deleted') throw refusals.deleted()
  const { rows } = await sql<{ Members: number; Levels: number }>`
    select (select count(*) from membership where card_category_code = ${category.Code} and status <> 'Deleted') as members,
      (select count(*) from card_level where card_category_id = ${CardCategoryId} and status <> 'Deleted') as levels`.execute(
    ctx.db,
  )
  const use = rows[0]!
  if (use.Members > 0 || use.Levels > 0) throw refusals.inUse(use)

  await ctx.db
    .updateTable('CardCategory')
    .set({ Status: 'Deleted', Version: category.Version + 1, UpdatedAt: ctx.now })
    .where('CardCategoryId', '=', CardCategoryId)
    .execute()

  ctx.audit(
    'Delete Card Category',
    'CardCategory',
    CardCategoryId,
    `Delete Card Category in Card Category. CardCategoryId - ${CardCategoryId}`,
  )
  return readCardCategory(ctx, CardCategoryId)
}
