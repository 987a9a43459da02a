import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type mediaFile as endpoint, refusals } from '../contract.ts'

/** What is known of the file behind an address. A deleted one is not there, nor is somebody else's unsaved one. */
export async function findFile(ctx: Ctx, { Name }: Input<typeof endpoint>) {
  const row = await ctx.db
    .selectFrom('Media')
    .select(['MimeType', 'FileName', 'Type'])
    .where((eb) => eb.or([eb('StoredName', '=', Name), eb('ThumbnailName', '=', Name)]))
    .where('Status', '=', 'Active')
    .where((eb) => eb.or([eb('ObjectType', 'is not', null), eb('CreatedById', '=', ctx.actor.userId!)]))
    .executeTakeFirst()
  if (!row) throw refusals.notFound()
  return { Name, ...row }
}
