import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /**
     * Counts the pending items of menu entries by path.
     * Every user requests the counts of menu entries once a minute, so each count must be one index look-up.
     */
    badges?: Readonly<Record<string, (ctx: Ctx) => Promise<number>>>
  }
}

export async function getMenuBadges(ctx: Ctx) {
  const counters = ctx.services.areas.flatMap(({ badges }) => Object.entries(badges ?? {}))
  const badges = await Promise.all(counters.map(async ([Path, count]) => ({ Path, Count: await count(ctx) })))
  return { rows: badges.filter(({ Count }) => Count > 0) }
}
