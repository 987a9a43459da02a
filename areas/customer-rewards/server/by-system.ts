import { sql } from 'kysely'
import type { BatchStep, Chunk } from '#areas/points/server/index.ts'
import type { RewardType } from '#areas/rewards/contract/rewards.ts'
import type { Ctx } from '#kit/server/ctx.ts'
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

/** The rewards of this month's birthdays, to those who were not given them yet this year. */
export const giveBirthdays: BatchStep = {
  name: 'give birthday rewards',
  async chunk({ db, today, now, after }) {
    const source = { Today: today, At: now.toISOString(), UserName: 'night', RequestId: 'night' }
    const { rows } = await sql<Chunk>`
      select * from give_birthdays(${after === '' ? 0 : Number(after)}::bigint, ${CUSTOMERS}, ${json(source)})`.execute(
      db,
    )
    return rows[0]
  },
}
