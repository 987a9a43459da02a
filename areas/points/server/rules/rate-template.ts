import { listBrands } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Rate } from '../../contract.ts'

/** The brand "All": its rate is the template for brands that have no rate, including brands added later. */
export const ALL_BRANDS = 'All'

export const isAllBrands = (brand: string) => brand.toUpperCase() === ALL_BRANDS.toUpperCase()

type RateObject = Pick<Rate, 'ObjectType' | 'ObjectValue'>

/** The brands that get a rate from a rate for All, and the brands that keep their own. */
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
    /** True if the rate for All already exists. */
    hasTemplate: brandNames.has(ALL_BRANDS.toUpperCase()),
    ratedBrands: brandNames,
  }
}
