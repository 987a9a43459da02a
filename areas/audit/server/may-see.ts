import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { type Subject, subjects } from '../contract/subjects.ts'
import { refusals } from '../contract.ts'

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
  const hidden = hiddenFrom[ObjectType]
  if (hidden && (await hidden(ctx.db, ObjectId, ctx.actor.outletCode ?? ''))) throw refusals.notFound()
}

/** What an outlet does not see of a record, it does not see of its history: sales of others, and what is deleted. */
const hiddenFrom: Partial<Record<Subject, (db: Kysely<Tables>, id: string, outlet: string) => Promise<boolean>>> = {
  Customer: async (db, id) =>
    anyOf(db, sql`select 1 from customer where customer_id::text = ${id} and status = 'Deleted'`),
  Membership: async (db, id) =>
    anyOf(db, sql`select 1 from membership where membership_no = ${id} and status = 'Deleted'`),
  TransactionSummary: async (db, id, outlet) =>
    anyOf(
      db,
      sql`select 1 from transaction_summary where transaction_id::text = ${id} and outlet_code is distinct from ${outlet}`,
    ),
}

const anyOf = async (db: Kysely<Tables>, query: ReturnType<typeof sql>) => (await query.execute(db)).rows.length > 0
