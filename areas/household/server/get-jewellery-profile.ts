import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { findFavourites } from './favourites.ts'
import { readJewelleryProfile } from './profile.ts'
import { findRelatives } from './relatives.ts'

export async function getJewelleryProfile(ctx: Ctx, { CustomerId }: Input<typeof contract.getJewelleryProfile>) {
  return {
    Profile: await readJewelleryProfile(ctx, CustomerId),
    Favourites: await findFavourites(ctx, CustomerId),
    Relatives: await findRelatives(ctx, CustomerId),
  }
}
