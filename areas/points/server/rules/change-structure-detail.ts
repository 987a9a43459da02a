import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { periodAfter, refuseChangeWhileRunning } from './periods.ts'
import { refuseOverlap } from './structure-rows.ts'

type Detail = Selectable<Tables['PointStructureDetail']>
type Wish = Omit<Input<typeof contract.updateStructureDetail>, 'StructureDetailId' | 'EndOtherYN'>

/** Writes what the state of a detail allows; its structure is locked. */
export async function changeDetail(ctx: Ctx, detail: Detail, { Multiplier, Remark, ...dates }: Wish) {
  const period = periodAfter(ctx.today, detail, dates)
  refuseChangeWhileRunning(ctx.today, detail, { Multiplier, Remark }, ['Multiplier', 'Remark'])
  await ctx.db
    .updateTable('PointStructureDetail')
    .set({ ...period, Multiplier, Remark, UpdatedAt: ctx.now })
    .where('StructureDetailId', '=', detail.StructureDetailId)
    .execute()
    .catch(refuseOverlap)
}
