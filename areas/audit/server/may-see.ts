import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { type Subject, subjects } from '../contract/subjects.ts'
import { refusals } from '../contract.ts'
import { historiesOf } from './histories.ts'

export const seesAll = (actor: Actor) => actor.privileges.has('View Audit')

/** From where somebody worked is for auditors, at an outlet for what was done there. */
export const withoutSession = <Row extends { OutletCode: string | null }>(actor: Actor, row: Row): Row =>
  seesAll(actor) && (actor.isHQ || row.OutletCode === actor.outletCode)
    ? row
    : { ...row, SessionId: null, SourceIP: null }

/** The history of a record is for those who may open the record itself. */
export async function refuseUnseen(ctx: Ctx, ObjectType: Subject, ObjectId: string) {
  if (!seesAll(ctx.actor) && !subjects[ObjectType].some((role) => ctx.actor.roles.has(role))) throw refusals.forbidden()
  if (ctx.actor.isHQ) return
  for (const { hidden } of historiesOf(ctx, ObjectType))
    if (hidden && (await hidden(ObjectId, ctx.actor.outletCode ?? '').execute(ctx.db)).rows.length > 0)
      throw refusals.notFound()
}
