import { sql } from 'kysely'
import type { RewardType } from '#areas/rewards/contract/rewards.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { BatchStep, BatchTools, Chunk } from '#kit/server/nightly.ts'
import { json, log, sourceOf } from './reward-rows.ts'

type Cause = {
  Type: RewardType
  MembershipNo: string
  /** What it is given for: each reward is given once for that. */
  Period: string
}

/** Gives a member the rewards of a type that are valid today. One that cannot be given never keeps its cause from happening. */
export async function giveBySystem(ctx: Ctx, { Type, MembershipNo, Period }: Cause) {
  const { rows } = await sql<{ Given: string[] }>`
    select give_by_system(${Type}, ${MembershipNo}, ${Period}, ${json(sourceOf(ctx))}) as given`.execute(ctx.db)
  for (const reference of rows[0]!.Given) log(ctx, 'Issue Reward', reference)
}

const CUSTOMERS = 500

const chunkOf = async ({ db, today, now, after }: BatchTools, rule: 'give_birthdays' | 'give_waiting') => {
  const source = { Today: today, At: now.toISOString(), UserName: 'night', RequestId: 'night' }
  const begin = after === '' ? 0 : Number(after)
  const { rows } = await sql<Chunk>`
    select * from ${sql.raw(rule)}(${begin}::bigint, ${CUSTOMERS}, ${json(source)})`.execute(db)
  return rows[0]
}

/** What was due by itself and could not be given when it was. */
export const giveWaiting: BatchStep = {
  name: 'give waiting rewards',
  chunk: (tools) => chunkOf(tools, 'give_waiting'),
}

/** The rewards of this month's birthdays, to those who were not given them yet this year. */
export const giveBirthdays: BatchStep = {
  name: 'give birthday rewards',
  chunk: (tools) => chunkOf(tools, 'give_birthdays'),
}
