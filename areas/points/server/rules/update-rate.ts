import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStale } from '#kit/server/version.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { statusOn, validateTogether } from './periods.ts'
import {
  changeVersion,
  insertVersion,
  lockRate,
  rateObject,
  readRate,
  refuseOverlap,
  refuseTakenObject,
} from './rate-rows.ts'
import { ALL, isTemplate } from './rate-template.ts'
import { requireRateNames } from './require-existing.ts'

/**
 * Switches a rate on or off, changes its scope while no sale has earned by it, and updates its periods: Expired ones stay
 * unchanged, those without an id are added.
 */
export async function updateRate(
  ctx: Ctx,
  { RateId, Version, Status, Details = [], ...input }: Input<typeof contract.updateRate>,
) {
  const rate = await lockRate(ctx, RateId)
  if (rate.Status === 'Deleted') throw refusals.rateDeleted()
  const present = await readRate(ctx, RateId)
  await refuseStale(ctx, { record: ['PointRate', RateId], sent: Version, present: rate.Version }, () => present)

  const Brand = input.Brand === undefined ? rate.Brand : isTemplate(input.Brand) ? ALL : input.Brand
  const object = rateObject({
    ObjectType: input.ObjectType ?? rate.ObjectType,
    ObjectValue: input.ObjectValue === undefined ? rate.ObjectValue : input.ObjectValue,
  })
  const differs =
    Brand !== rate.Brand || object.ObjectType !== rate.ObjectType || object.ObjectValue !== rate.ObjectValue
  if (differs && present.Details.some((detail) => detail.Status !== 'Inactive'))
    throw refusals.rateStarted({ Brand: rate.Brand })
  if (differs) await requireRateNames(ctx, { Brand, ...object })

  await ctx.db
    .updateTable('PointRate')
    .set({ Brand, ...object, Status, Version: rate.Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()
    .catch(refuseTakenObject(Brand))
  await validateTogether(
    ctx,
    ['point_rate_detail_one_at_a_time'],
    (check) => check.catch(refuseOverlap),
    () => changeVersions(ctx, RateId, Details),
  )

  ctx.audit('Update Point Rate', 'PointRate', RateId, `Update Point Rate in Point Rate. RateId - ${RateId}`)
  return readRate(ctx, RateId)
}

type Details = NonNullable<Input<typeof contract.updateRate>['Details']>

async function changeVersions(ctx: Ctx, RateId: number, inputs: Details) {
  if (inputs.length === 0) return
  const present = await ctx.db
    .selectFrom('PointRateDetail')
    .selectAll()
    .where('RateId', '=', RateId)
    .where('Status', '=', 'Active')
    .execute()
  for (const { RateDetailId, ...input } of inputs) {
    if (RateDetailId === undefined) {
      const { Amount, PointRate, EffectiveFrom, EffectiveTo = null } = input
      if (!Amount || !PointRate || !EffectiveFrom) throw refusals.detailIncomplete()
      await insertVersion(ctx, { RateId, Amount, PointRate, EffectiveFrom, EffectiveTo })
      continue
    }
    const detail = present.find((row) => row.RateDetailId === RateDetailId)
    if (!detail) throw refusals.versionNotFound()
    if (statusOn(ctx.today, detail) !== 'Expired') await changeVersion(ctx, detail, input)
  }
}
