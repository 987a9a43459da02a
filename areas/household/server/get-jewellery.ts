import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { favouritesOf } from './favourites.ts'
import { profileOf } from './profile.ts'
import { relativesOf } from './relatives.ts'

export async function getJewellery(ctx: Ctx, { CustomerId }: Input<typeof contract.getJewellery>) {
  return {
    Profile: await profileOf(ctx, CustomerId),
    Favourites: await favouritesOf(ctx, CustomerId),
    Relatives: await relativesOf(ctx, CustomerId),
  }
}
