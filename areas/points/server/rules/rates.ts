import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract.ts'
import { findRateScopeToday } from './counts-today.ts'
import { DatedRuleUseCases } from './dated-rule.ts'
import { ALL_BRANDS, findBrandsOfTemplate, isAllBrands } from './rate-template.ts'
import { requireExistingRateScope } from './require-existing.ts'

const { pointRuleRefusals: refusals } = contract

type RateObject = Pick<contract.Rate, 'ObjectType' | 'ObjectValue'>
type RateObjectInput = Pick<Input<typeof contract.previewPointRate>, 'ObjectType' | 'ObjectValue'>

/** Definition of point rates as a dated rule: tables, fields of a period, and list query. */
export const pointRateUseCases = new DatedRuleUseCases({
  table: 'PointRate',
  periodTable: 'PointRateDetail',
  key: 'RateId',
  periodKey: 'RateDetailId',
  title: 'Point Rate',
  values: ['Amount', 'PointRate'],
  expires: true,
  allowsPast: true,
  constraints: { taken: 'point_rate_object', overlap: 'point_rate_detail_one_at_a_time' },
  refusals: {
    notFound: refusals.rateNotFound,
    deleted: refusals.rateDeleted,
    notDeleted: refusals.rateNotDeleted,
    periodNotFound: refusals.versionNotFound,
    taken: ({ Brand }) => refusals.rateExists({ Brand: `${Brand}` }),
  },
  list: ({ today }, where, details) =>
    sqlList({
      from: sql`point_rate rule left join point_rate_detail present on present.rate_id = rule.rate_id and present.status = 'Active'
        and ${today} between present.effective_from and coalesce(present.effective_to, 'infinity') and present.expired_at is null`,
      where,
      select: sql<contract.Rate>`rule.rate_id, rule.brand, rule.object_type, rule.object_value, rule.status, rule.version, present.amount,
        present.point_rate, ${details} as details`,
      sort: { Brand: 'rule.brand' },
      tie: () => sql`rule.rate_id`,
    }),
  completePeriod(
    _,
    {
      Amount,
      PointRate,
      EffectiveFrom,
      EffectiveTo,
    }: Partial<Omit<Input<typeof contract.addPointRateDetail>, 'RateId'>>,
  ) {
    if (!Amount || !PointRate || !EffectiveFrom) throw refusals.detailIncomplete()
    return { Amount, PointRate, EffectiveFrom, EffectiveTo }
  },
})

/** Returns one rate with its periods, and the goods to which it applies today. */
export const getPointRate = async (ctx: Ctx, { RateId }: { RateId: number }) => ({
  ...(await pointRateUseCases.get(ctx, RateId)),
  CountsToday: await findRateScopeToday(ctx, RateId),
})

/** Lists point rates by brand and scope; the rate for the brand "All" precedes the other rates of its scope. */
export const listPointRates = (ctx: Ctx, { Search }: Input<typeof contract.listPointRates>) =>
  pointRateUseCases.list(ctx, [
    contains('rule.brand', Search.Brand),
    equals('rule.object_type', Search.ObjectType),
    Search.Status ? equals('rule.status', Search.Status) : sql`rule.status <> 'Deleted'`,
  ])

/** Previews the rates that a new rate for the brand "All" would create. */
export async function previewPointRate(ctx: Ctx, { Brand, ...input }: Input<typeof contract.previewPointRate>) {
  const { brandsWithoutRate, brandsWithRate, hasTemplate, ratedBrands } = await findBrandsOfTemplate(
    ctx,
    rateObject(input),
  )
  if (!isAllBrands(Brand)) {
    const exists = ratedBrands.has(Brand.toUpperCase())
    return { Created: exists ? [] : [Brand], Kept: exists ? [Brand] : [] }
  }
  return hasTemplate
    ? { Created: [], Kept: [ALL_BRANDS, ...brandsWithRate] }
    : { Created: [ALL_BRANDS, ...brandsWithoutRate], Kept: brandsWithRate }
}

/** Adds a rate for one brand; a rate for the brand "All" also creates rates for all brands without a rate. */
export async function addPointRate(ctx: Ctx, { Details, ...input }: Input<typeof contract.addPointRate>) {
  const object = rateObject(input)
  const Brand = isAllBrands(input.Brand) ? ALL_BRANDS : input.Brand
  await requireExistingRateScope(ctx, { Brand, ...object })
  const Created: { RateId: number; Brand: string }[] = []
  const insert = async (Brand: string) =>
    Created.push({ RateId: await pointRateUseCases.insert(ctx, { Brand, ...object }, Details), Brand })
  const RateId = await pointRateUseCases.changeTogether(ctx, async () => {
    await insert(Brand)
    if (Brand === ALL_BRANDS)
      for (const brand of (await findBrandsOfTemplate(ctx, object)).brandsWithoutRate) await insert(brand)
    return Created[0]!.RateId
  })
  for (const created of Created) pointRateUseCases.audit(ctx, 'Add', created.RateId)
  return { ...(await pointRateUseCases.read(ctx, RateId)), Created }
}

/** Switches a rate on or off, changes its scope while no sale has earned by it, and updates its periods. */
export const updatePointRate = (
  ctx: Ctx,
  { RateId: id, Version, Status, Details, ...input }: Input<typeof contract.updatePointRate>,
) =>
  pointRateUseCases.update(ctx, { id, Version, Details }, async (present) => {
    const requested = input.Brand ?? present.Brand
    const Brand = isAllBrands(requested) ? ALL_BRANDS : requested
    const object = rateObject({
      ObjectType: input.ObjectType ?? present.ObjectType,
      ObjectValue: input.ObjectValue === undefined ? present.ObjectValue : input.ObjectValue,
    })
    const differs =
      Brand !== present.Brand || object.ObjectType !== present.ObjectType || object.ObjectValue !== present.ObjectValue
    if (differs && present.Details.some((detail) => detail.Status !== 'Inactive'))
      throw refusals.rateStarted({ Brand: present.Brand })
    if (differs) await requireExistingRateScope(ctx, { Brand, ...object })
    return { Brand, ...object, Status }
  })

/** A rate for all goods has no ObjectValue; a narrower rate requires an ObjectValue. */
function rateObject({ ObjectType, ObjectValue }: RateObjectInput): RateObject {
  if (ObjectType === 'All') return { ObjectType, ObjectValue: null }
  if (!ObjectValue) throw refusals.objectMissing({ ObjectType })
  return { ObjectType, ObjectValue }
}
