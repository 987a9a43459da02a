import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What the menu counts, by the entry that shows it. Every user asks once a minute: a count is one look at an index. */
    badges?: Readonly<Record<string, (ctx: Ctx) => Promise<number>>>
  }
}

export async function getBadges(ctx: Ctx) {
  const counted = ctx.services.areas.flatMap(({ badges }) => Object.entries(badges ?? {}))
  const all = await Promise.all(counted.map(async ([Path, count]) => ({ Path, Count: await count(ctx) })))
  return { rows: all.filter(({ Count }) => Count > 0) }
}
