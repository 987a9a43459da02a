import { brands } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Rate } from '../../contract.ts'

/** The brand that stands for all of them: its rate is the template for brands that have none, later ones too. */
export const ALL = 'All'

export const isTemplate = (brand: string) => brand.toUpperCase() === ALL.toUpperCase()

type RateObject = Pick<Rate, 'ObjectType' | 'ObjectValue'>

/** The brands that a rate for All makes one for, and those that keep the one they have. */
export async function brandsOfTemplate(ctx: Ctx, { ObjectType, ObjectValue }: RateObject) {
  const taken = await ctx.db
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
  const known = new Set(taken.map((rate) => rate.Brand.toUpperCase()))
  const all = await brands(ctx)
  return {
    without: all.filter((brand) => !known.has(brand.toUpperCase())),
    having: all.filter((brand) => known.has(brand.toUpperCase())),
    /** Whether the template itself stands already. */
    template: known.has(ALL.toUpperCase()),
    taken: known,
  }
}
