import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { rateCountsToday } from './counts-today.ts'
import { lockRate, rates, readRate, refuseTakenObject } from './rate-rows.ts'

/** Returns one rate with its periods, and the goods to which it applies today. */
export async function getRate(ctx: Ctx, { RateId }: { RateId: number }) {
  const rate = await readRate(ctx, RateId)
  if (!rate || rate.Status === 'Deleted') throw refusals.rateNotFound()
  return { ...rate, CountsToday: await rateCountsToday(ctx, RateId) }
}

/** Lists point rates by brand and scope, a template before the rates of the same scope. */
export const listRates = (ctx: Ctx, { Search }: Input<typeof contract.listRates>) =>
  rates(ctx, [
    contains('r.brand', Search.Brand),
    equals('r.object_type', Search.ObjectType),
    Search.Status ? equals('r.status', Search.Status) : sql`r.status <> 'Deleted'`,
  ])

/** Marks a rate as Deleted. Points earned by it stay and still refer to it. */
export async function deleteRate(ctx: Ctx, { RateId }: Input<typeof contract.deleteRate>) {
  const rate = await lockRate(ctx, RateId)
  if (rate.Status === 'Deleted') throw refusals.rateDeleted()

  await ctx.db
    .updateTable('PointRate')
    .set({ Status: 'Deleted', Version: rate.Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()

  ctx.audit('Delete Point Rate', 'PointRate', RateId, `Delete Point Rate in Point Rate. RateId - ${RateId}`)
  return readRate(ctx, RateId)
}

/** Undoes a delete within 30 seconds. */
export async function restoreRate(ctx: Ctx, { RateId }: Input<typeof contract.restoreRate>) {
  const rate = await lockRate(ctx, RateId)
  if (rate.Status !== 'Deleted') throw refusals.rateNotDeleted()
  refuseLateUndo(ctx, rate.UpdatedAt, refusals.undoOver)

  const before = await statusBeforeDelete(ctx, 'PointRate', RateId)
  await ctx.db
    .updateTable('PointRate')
    .set({ Status: before === 'Active' ? 'Active' : 'Inactive', Version: rate.Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()
    .catch(refuseTakenObject(rate.Brand))

  ctx.audit('Restore Point Rate', 'PointRate', RateId, `Restore Point Rate in Point Rate. RateId - ${RateId}`)
  return readRate(ctx, RateId)
}
