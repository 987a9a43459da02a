import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { type CampaignObject, campaignRefusals, type NewObject, objectRefusals as refusals } from '../contract.ts'
import { campaignObjectColumns, lockCampaign } from './campaign-rows.ts'

export const listCampaignObjects = (_: Ctx, { Search }: Input<typeof contract.listCampaignObjects>) =>
  sqlList({
    from: sql`campaign_object o`,
    where: [
      equals('o.campaign_code', Search.CampaignCode),
      equals('o.object_code', Search.ObjectCode),
      equals('o.status', Search.Status ?? 'Active'),
    ],
    select: campaignObjectColumns,
    sort: { ObjectCode: 'o.object_code', ObjectValue: 'o.object_value', CampaignObjectId: 'o.campaign_object_id' },
    tie: 'o.campaign_object_id',
  })

async function findObject(ctx: Ctx, CampaignObjectId: number): Promise<CampaignObject> {
  const { rows } = await sql<CampaignObject>`
    select ${campaignObjectColumns} from campaign_object o where o.campaign_object_id = ${CampaignObjectId}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

const log = (ctx: Ctx, action: string, CampaignObjectId: number) =>
  ctx.audit(
    `${action} Campaign Object`,
    'CampaignObject',
    CampaignObjectId,
    `${action} Campaign Object in Campaign Object. CampaignObjectId - ${CampaignObjectId}`,
  )

/** Rejects the first object that the company's lists do not contain in the same spelling. */
async function refuseUnknown(ctx: Ctx, objects: readonly NewObject[]) {
  const { rows } = await sql<NewObject>`
    select named.object_code, named.object_value
    from jsonb_to_recordset(${JSON.stringify(
      objects.map(({ ObjectCode, ObjectValue }) => ({ object_code: ObjectCode, object_value: ObjectValue })),
    )}::jsonb) named (object_code text, object_value text)
    where not case named.object_code
      when 'Outlet' then exists (select from building where code = named.object_value and status <> 'Deleted')
      when 'StockGroup' then exists (select from stock_group where code = named.object_value and status = 'Active')
      when 'ProductGroup' then exists (select from product_group where product_code = named.object_value and status <> 'Deleted')
      when 'CardCategory' then exists (select from card_category where code = named.object_value and status <> 'Deleted')
      else exists (select from list_item where list_name = named.object_code and value = named.object_value) end
    limit 1`.execute(ctx.db)
  if (rows[0]) throw refusals.unknown({ ObjectCode: rows[0].ObjectCode, ObjectValue: rows[0].ObjectValue })
}

/** Replaces the objects of a campaign. Objects that stay keep their rows. */
export async function replaceCampaignObjects(ctx: Ctx, CampaignCode: string, objects: readonly NewObject[]) {
  const present = await ctx.db
    .selectFrom('CampaignObject')
    .select(['CampaignObjectId', 'ObjectCode', 'ObjectValue'])
    .where('CampaignCode', '=', CampaignCode)
    .where('Status', '=', 'Active')
    .execute()
  const keyOf = ({ ObjectCode, ObjectValue }: { ObjectCode: string; ObjectValue: string }) =>
    JSON.stringify([ObjectCode, ObjectValue])
  const missing = new Map(objects.map((object) => [keyOf(object), object]))
  const removed = present.filter((object) => !missing.has(keyOf(object)))
  for (const object of present) missing.delete(keyOf(object))
  const added = [...missing.values()]
  if (added.length > 0) {
    await refuseUnknown(ctx, added)
    await ctx.db
      .insertInto('CampaignObject')
      .values(
        added.map((object) => ({
          ...object,
          CampaignCode,
          CreatedById: ctx.actor.userId,
          CreatedAt: ctx.now,
          UpdatedAt: ctx.now,
        })),
      )
      .execute()
  }
  if (removed.length > 0)
    await ctx.db
      .updateTable('CampaignObject')
      .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
      .where(
        'CampaignObjectId',
        'in',
        removed.map(({ CampaignObjectId }) => CampaignObjectId),
      )
      .execute()
}

/** Adds an object to a campaign, or returns the existing object. */
export async function addCampaignObject(
  ctx: Ctx,
  { CampaignCode, ...object }: Input<typeof contract.addCampaignObject>,
) {
  const campaign = await lockCampaign(ctx, CampaignCode)
  if (campaign.Status === 'Deleted') throw campaignRefusals.deleted()
  await refuseUnknown(ctx, [object])
  const { rows } = await sql<{ CampaignObjectId: number }>`
    insert into campaign_object (campaign_code, object_code, object_value, created_by_id, created_at, updated_at)
    values (${CampaignCode}, ${object.ObjectCode}, ${object.ObjectValue}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now})
    on conflict (campaign_code, object_code, object_value) where status = 'Active' do nothing returning campaign_object_id`.execute(
    ctx.db,
  )
  if (rows[0]) {
    log(ctx, 'Create', rows[0].CampaignObjectId)
    return findObject(ctx, rows[0].CampaignObjectId)
  }
  const { CampaignObjectId } = await ctx.db
    .selectFrom('CampaignObject')
    .select('CampaignObjectId')
    .where('CampaignCode', '=', CampaignCode)
    .where('ObjectCode', '=', object.ObjectCode)
    .where('ObjectValue', '=', object.ObjectValue)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  return findObject(ctx, CampaignObjectId)
}

export async function deleteCampaignObject(
  ctx: Ctx,
  { CampaignObjectId }: Input<typeof contract.deleteCampaignObject>,
) {
  const before = await findObject(ctx, CampaignObjectId)
  await lockCampaign(ctx, before.CampaignCode)
  const { numUpdatedRows } = await ctx.db
    .updateTable('CampaignObject')
    .set(({ eb }) => ({ Status: 'Deleted', Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('CampaignObjectId', '=', CampaignObjectId)
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) log(ctx, 'Delete', CampaignObjectId)
  return findObject(ctx, CampaignObjectId)
}
