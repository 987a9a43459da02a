import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { insertRate, rateObject, readRate } from './rate-rows.ts'
import { ALL, brandsOfTemplate, isTemplate } from './rate-template.ts'
import { requireRateNames } from './what-exists.ts'

/** Which rates would be made, before anybody makes them. */
export async function previewRate(ctx: Ctx, { Brand, ...input }: Input<typeof contract.previewRate>) {
  const { without, having, template, taken } = await brandsOfTemplate(ctx, rateObject(input))
  if (!isTemplate(Brand)) {
    const stands = taken.has(Brand.toUpperCase())
    return { Created: stands ? [] : [Brand], Kept: stands ? [Brand] : [] }
  }
  return template ? { Created: [], Kept: [ALL, ...having] } : { Created: [ALL, ...without], Kept: having }
}

/** Makes a rate for one brand; for All one for every brand that has none yet, and the template. */
export async function addRate(ctx: Ctx, { Brand, Details, ...input }: Input<typeof contract.addRate>) {
  const object = rateObject(input)
  const requested = isTemplate(Brand) ? ALL : Brand
  await requireRateNames(ctx, { Brand: requested, ...object })
  const RateId = await insertRate(ctx, requested, object, Details)
  const Created = [{ RateId, Brand: requested }]
  if (requested === ALL) {
    const { without } = await brandsOfTemplate(ctx, object)
    for (const brand of without) Created.push({ RateId: await insertRate(ctx, brand, object, Details), Brand: brand })
  }

  for (const { RateId } of Created)
    ctx.audit('Add Point Rate', 'PointRate', RateId, `Add Point Rate in Point Rate. RateId - ${RateId}`)
  return { ...(await readRate(ctx, RateId)), Created }
}
