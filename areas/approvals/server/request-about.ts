import type { Ctx } from '#kit/server/ctx.ts'
import type { RequestAbout } from '../contract.ts'
import { isVisible } from './rows.ts'

/** What became of the latest request about a record, for whoever may see the record. */
export async function requestAbout(ctx: Ctx, Kind: string, ObjectId: number): Promise<RequestAbout | null> {
  const row = await ctx.db
    .selectFrom('Approval')
    .select(({ case: when }) => [
      'ApprovalId',
      'RequestedBy',
      'RequestedAt',
      'DecidedBy',
      'DecidedAt',
      'DecisionRemark',
      when().when(isVisible(ctx)).then<'Y' | 'N'>('Y').else<'Y' | 'N'>('N').end().as('MayOpenYN'),
    ])
    .where('Kind', '=', Kind)
    .where('ObjectId', '=', String(ObjectId))
    .orderBy('ApprovalId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
