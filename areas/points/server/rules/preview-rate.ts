import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { rateObject } from './rate-rows.ts'
import { ALL, brandsOfTemplate, isTemplate } from './rate-template.ts'

/** Which rates would be made, before anybody makes them. */
export async function previewRate(ctx: Ctx, { Brand, ...wish }: Input<typeof contract.previewRate>) {
  const { without, having, template, taken } = await brandsOfTemplate(ctx, rateObject(wish))
  if (!isTemplate(Brand)) {
    const stands = taken.has(Brand.toUpperCase())
    return { Created: stands ? [] : [Brand], Kept: stands ? [Brand] : [] }
  }
  return template ? { Created: [], Kept: [ALL, ...having] } : { Created: [ALL, ...without], Kept: having }
}
