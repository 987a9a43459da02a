import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

/** Uploads stop before the disk is full, so that everything else goes on. */
export async function refuseBeyondQuota(ctx: Ctx, bytes: number) {
  const [{ MEDIA_QUOTA_MB }, { Used }] = await Promise.all([
    settings(ctx),
    ctx.db
      .selectFrom('Media')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('Bytes'), eb.val('0')).as('Used'))
      .executeTakeFirstOrThrow(),
  ])
  if (Number(Used) + bytes > MEDIA_QUOTA_MB * 1024 ** 2) throw refusals.noRoom()
}
