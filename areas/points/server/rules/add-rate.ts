import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { insertRate, rateObject, readRate } from './rate-rows.ts'
import { ALL, brandsOfTemplate, isTemplate } from './rate-template.ts'
import { requireRateNames } from './require-existing.ts'

/** Previews the rates that adding one for All would create. */
export async function previewRate(ctx: Ctx, { Brand, ...input }: Input<typeof contract.previewRate>) {
  const { brandsWithoutRate, brandsWithRate, hasTemplate, ratedBrands } = await brandsOfTemplate(ctx, rateObject(input))
  if (!isTemplate(Brand)) {
    const exists = ratedBrands.has(Brand.toUpperCase())
    return { Created: exists ? [] : [Brand], Kept: exists ? [Brand] : [] }
  }
  return hasTemplate
    ? { Created: [], Kept: [ALL, ...brandsWithRate] }
    : { Created: [ALL, ...brandsWithoutRate], Kept: brandsWithRate }
}

/** Adds a rate for one brand; for All, one for every brand that has none yet, and the template. */
export async function addRate(ctx: Ctx, { Brand, Details, ...input }: Input<typeof contract.addRate>) {
  const object = rateObject(input)
  const templateOrBrand = isTemplate(Brand) ? ALL : Brand
  await requireRateNames(ctx, { Brand: templateOrBrand, ...object })
  const RateId = await insertRate(ctx, templateOrBrand, object, Details)
  const Created = [{ RateId, Brand: templateOrBrand }]
  if (templateOrBrand === ALL) {
    const { brandsWithoutRate } = await brandsOfTemplate(ctx, object)
    for (const brand of brandsWithoutRate)
      Created.push({ RateId: await insertRate(ctx, brand, object, Details), Brand: brand })
  }

  for (const { RateId } of Created)
    ctx.audit('Add Point Rate', 'PointRate', RateId, `Add Point Rate in Point Rate. RateId - ${RateId}`)
  return { ...(await readRate(ctx, RateId)), Created }
}
