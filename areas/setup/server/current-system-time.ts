import type { Ctx } from '#kit/server/ctx.ts'

export async function currentSystemTime({ now, today, timeZone }: Ctx) {
  return { dateTime: now.toISOString(), businessDate: today, timeZone }
}
