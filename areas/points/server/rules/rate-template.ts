import { listBrands } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Rate } from '../../contract.ts'

/** Name of the brand "All". Its rate is the template for all brands without a rate, including brands added later. */
export const ALL_BRANDS = 'All'

export const isAllBrands = (brand: string) => brand.toUpperCase() === ALL_BRANDS.toUpperCase()

type RateObject = Pick<Rate, 'ObjectType' | 'ObjectValue'>

/** Returns the brands that would get a rate from a new rate for "All", and the brands that already have a rate. */
export async function findBrandsOfTemplate(ctx: Ctx, { ObjectType, ObjectValue }: RateObject) {
  const rates = await ctx.db
    .selectFrom('PointRate')
    .select('Brand')
    .where('ObjectType', '=', ObjectType)
    .where(({ eb, fn, val }) =>
      ObjectValue === null
        ? eb('ObjectValue', 'is', null)
        : eb(fn<string>('upper', ['ObjectValue']), '=', fn<string>('upper', [val(ObjectValue)])),
    )
    .where('Status', '<>', 'Deleted')
    .execute()
  const brandNames = new Set(rates.map((rate) => rate.Brand.toUpperCase()))
  const allBrands = await listBrands(ctx)
  return {
    brandsWithoutRate: allBrands.filter((brand) => !brandNames.has(brand.toUpperCase())),
    brandsWithRate: allBrands.filter((brand) => brandNames.has(brand.toUpperCase())),
    /** Returns true if a rate for the brand "All" exists. */
    hasTemplate: brandNames.has(ALL_BRANDS.toUpperCase()),
    ratedBrands: brandNames,
  }
}
