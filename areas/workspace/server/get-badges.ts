import { requestsWaiting } from '#areas/approvals/server/index.ts'
import { amendmentsWaiting } from '#areas/customers/server/index.ts'
import { importsToLookAt } from '#areas/imports/server/index.ts'
import { levelsWaiting } from '#areas/levels/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * What the menu counts, by the entry that shows it. An area that has something to count exports a function from its
 * door and is added here; every user asks once a minute, so a count is one look at an index.
 */
const counted: Record<string, (ctx: Ctx) => Promise<number>> = {
  '/imports': importsToLookAt,
  '/member/profile-amendment-review': amendmentsWaiting,
  '/settings/approvals': requestsWaiting,
  '/member/level-histories/approval': levelsWaiting,
}

export async function getBadges(ctx: Ctx) {
  const all = await Promise.all(
    Object.entries(counted).map(async ([Path, count]) => ({ Path, Count: await count(ctx) })),
  )
  return { rows: all.filter(({ Count }) => Count > 0) }
}
