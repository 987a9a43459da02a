import { type RawBuilder, sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** How many points a step of a reward takes and what it gives, by the settings. */
export async function rewardStep(ctx: Pick<Ctx, 'db'>) {
  const { 'expiry.rewardPoints': points, 'expiry.rewardValue': value } = await settings(ctx)
  return { points, value }
}

export type RewardStep = Awaited<ReturnType<typeof rewardStep>>

/** As many whole steps as there are in these points. */
export const stepsIn = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`(greatest(${points}, 0) / ${step.points}::bigint)`

/** What such points buy. */
export const pointsFor = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`(${stepsIn(points, step)} * ${step.points}::bigint)::bigint`
export const valueFor = (points: RawBuilder<unknown>, step: RewardStep) =>
  sql`round(${stepsIn(points, step)} * ${step.value}::numeric, 2)::text`
