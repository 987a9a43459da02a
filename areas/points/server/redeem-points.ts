import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { awaitStatements } from '#kit/server/database-refusal.ts'
import { pointRefusals as ledgerRefusals } from '../contract/ledger.ts'
import type * as contract from '../contract.ts'
import { pointHistoryColumns, pointHistoryTables, requirePointBalance } from './rows.ts'
import { takePointsForObject } from './take-points.ts'

/**
 * Redeems points of an Active member, soonest expiry first.
 * Points can be taken for the same reward, invoice or other object again only after a refund.
 */
export async function redeemPoints(ctx: Ctx, input: Input<typeof contract.redeemPoints>) {
  const { Points, ObjectType, ObjectValue } = input
  // The redemption and the queries for its result are sent to the database together.
  const [{ rows: contactChanges }, { HistoryId, MembershipNo }, history, Balance] = await awaitStatements(
    contactChangedSince(ctx, input.MembershipNo),
    takePointsForObject(ctx, input),
    sql<contract.History>`select ${pointHistoryColumns} from ${pointHistoryTables} 
      where h.object_type = ${ObjectType} and h.object_value = ${ObjectValue} and h.transaction_type = 'Redeem' and h.reference_code is null
      order by h.history_id desc limit 1`.execute(ctx.db),
    requirePointBalance(ctx, sql`surviving_membership(${input.MembershipNo})`),
  )

  const changedOn = contactChanges[0]?.Since
  if (changedOn) throw ledgerRefusals.contactHeld({ Date: changedOn })

  ctx.audit(
    'Point Redemption',
    'PointHistory',
    HistoryId,
    `Point Redemption in Points. MembershipNo - ${MembershipNo}, Points - ${Points}`,
  )
  return { History: history.rows[0]!, Balance }
}

/** Reads the day on which the customer changed e-mail or phone by self-service, unless staff confirmed it later. */
const contactChangedSince = (ctx: Ctx, MembershipNo: string) =>
  sql<{ Since: string | null }>`
    select business_date_of(contact_changed_at(customer_id, ${ctx.now})) as since
    from membership where membership_no = surviving_membership(${MembershipNo})`.execute(ctx.db)

/** Refuses while staff have to confirm a changed e-mail or phone of the customer. */
export async function refuseChangedContact(ctx: Ctx, MembershipNo: string) {
  const { rows } = await contactChangedSince(ctx, MembershipNo)
  if (rows[0]?.Since) throw ledgerRefusals.contactHeld({ Date: rows[0].Since })
}
