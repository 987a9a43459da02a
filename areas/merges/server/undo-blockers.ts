import { sql } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Merge, mergeRefusals, UNMERGE_DAYS_MAX } from '../contract.ts'
import { selectBlockers, type UnmergeBlockerKind } from './catalogue.ts'
import { calculateUnmergeDeadline, type MergeSnapshot } from './merge-rows.ts'
import { countChangedRows } from './move-rows.ts'

/** Returns the current blockers of an undo of a merge. */
export async function findUnmergeBlockers(ctx: Ctx, merge: Merge, snapshot: MergeSnapshot): Promise<Refusal[]> {
  if (merge.Status === 'Unmerged') return [mergeRefusals.already()]
  const blockersFound: Refusal[] = []
  if (ctx.now.toISOString() > calculateUnmergeDeadline(merge))
    blockersFound.push(mergeRefusals.tooLate({ Days: UNMERGE_DAYS_MAX }))
  const { rows } = await sql<{ FullName: string; Status: string }>`
    select full_name, status from customer where customer_id = ${merge.SurvivorCustomerId}`.execute(ctx.db)
  const survivor = rows[0]!
  if (survivor.Status === 'Merged' || survivor.Status === 'Deleted')
    blockersFound.push(mergeRefusals.survivorGone(survivor))
  blockersFound.push(
    ...(await findUsedPointsAndSales(ctx, merge, snapshot)),
    ...(await findDecidedRows(ctx, merge, snapshot)),
    ...(await findReusedIdentity(ctx, merge)),
  )
  const Count = await countChangedRows(ctx, snapshot.mapping, snapshot.Moved)
  if (Count > 0) blockersFound.push(mergeRefusals.saleMoved({ Count }))
  return blockersFound
}

async function findUsedPointsAndSales(
  ctx: Ctx,
  { MergeId }: Merge,
  { mapping, LastHistoryId, Moved }: MergeSnapshot,
): Promise<Refusal[]> {
  const blockersFound: Refusal[] = []
  for (const [loser, into] of Object.entries(mapping.numbers)) {
    const { rows } = await sql<{ Points: number; Refunds: number }>`
      select merged_points_used(${MergeId}, ${loser}, ${into}) as points, (
        select count(*) from point_history later
        where later.membership_no = ${into} and later.history_id > ${LastHistoryId} and (
          exists (select from point_history own where own.history_id = later.reversal_of and own.membership_no = ${loser} and own.points < 0)
          or later.transaction_type = 'Redeem Refund' and exists (
            select from point_history own where own.history_id::text = later.object_value and own.membership_no = ${loser}))
      ) as refunds`.execute(ctx.db)
    const { Points, Refunds } = rows[0]!
    if (Points > 0) blockersFound.push(mergeRefusals.pointsUsed({ Points, MembershipNo: loser }))
    if (Refunds > 0) blockersFound.push(mergeRefusals.refunded({ MembershipNo: loser }))
  }
  const sales = JSON.stringify(Object.values(Moved.transaction_summary ?? {}).flat())
  const { rows } = await sql<{ Kind: 'cancelled' | 'moved'; InvoiceNo: string; MembershipNo: string }>`
    with sale as materialized (select value::bigint as transaction_id from jsonb_array_elements_text(${sales}::jsonb))
    select distinct 'cancelled' as kind, original.invoice_no, '' as membership_no
    from transaction_detail taken
    join sale on sale.transaction_id = taken.original_transaction_id
    join transaction_summary original on original.transaction_id = sale.transaction_id
    where not exists (select from sale own where own.transaction_id = taken.transaction_id)
    union all
    select distinct 'moved', h.invoice_no, h.membership_no from point_history h join sale on sale.transaction_id = h.transaction_id
    where h.history_id > ${LastHistoryId} and h.transaction_type not in ('Merge In', 'Merge Out') and h.reversal_of is null
    order by 1, 2 limit 20`.execute(ctx.db)
  for (const { Kind, InvoiceNo, MembershipNo } of rows)
    blockersFound.push(
      Kind === 'cancelled'
        ? mergeRefusals.saleCancelled({ InvoiceNo })
        : mergeRefusals.saleAwarded({ InvoiceNo, MembershipNo }),
    )
  return blockersFound
}

/** Finds moved rewards and referrals that were used or decided since the merge. They stay with the survivor. */
async function findDecidedRows(ctx: Ctx, { MergedAt }: Merge, { Moved }: MergeSnapshot): Promise<Refusal[]> {
  const keys = (name: string) => Object.values(Moved[name] ?? {}).flat()
  const blockers = ctx.services.areas.flatMap(({ merge }) => merge?.undoBlockers ?? [])
  const { rows } = await sql<{
    Kind: UnmergeBlockerKind
    Detail: string
  }>`${selectBlockers(blockers, sql`detail`, { keys, MergedAt })}`.execute(ctx.db)
  return rows.map(({ Kind, Detail }) =>
    Kind === 'referral' ? mergeRefusals.referralDecided() : mergeRefusals.rewardUsed({ ReferenceCode: Detail }),
  )
}

/** Reports an identity number that the merge freed and that another customer has registered since. */
async function findReusedIdentity(
  ctx: Ctx,
  { MergedCustomerId, MergedName, SurvivorCustomerId }: Merge,
): Promise<Refusal[]> {
  const { rows } = await sql`
    select from customer merged join customer other on other.id_type = merged.id_type and other.id_no = merged.id_no
    where merged.customer_id = ${MergedCustomerId} and other.customer_id not in (${MergedCustomerId}, ${SurvivorCustomerId})
      and other.status not in ('Deleted', 'Merged')`.execute(ctx.db)
  return rows.length > 0 ? [mergeRefusals.identityTaken({ FullName: MergedName })] : []
}
