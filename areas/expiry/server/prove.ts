import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { transactionTimeouts } from '#kit/server/database.ts'
import { equals } from '#kit/server/filters.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract/proof.ts'

/** The maximum number of differences that one reconciliation stores. Further differences are only counted. */
const DIFFERENCES_MAX = 1_000
/** The number of reconciliations whose results stay stored. */
const RUNS_MAX = 400

const PROVE = 'prove'

/** The job that reconciles the ledger on request, and every night after the expiry of points. */
export const reconciliationJob: BackgroundJob = {
  name: PROVE,
  schedule: '40 1 * * *',
  seconds: transactionTimeouts.reconciliation.statement / 1000,
  neverRan: async ({ pool }) => (await pool.query('select from proof_run limit 1')).rowCount === 0,
  run: async (context) => {
    const { Differences } = await reconcileLedger(context)
    if (Differences > 0) context.log(`The ledger differs in ${Differences} places`)
  },
}

type Outcome = {
  ProofRunId: number
  Differences: number
  Members: number
  LedgerRows: number
  Lots: number
  Sales: number
  Lines: number
}

/**
 * Reconciles the ledger and all totals derived from it in one snapshot, and stores the differences.
 * The reconciliation covers lots, allocations, balances, sales, purchase days, rewards, stock and vouchers.
 */
export async function reconcileLedger(context: JobContext): Promise<Outcome & { Milliseconds: number }> {
  const startedAt = performance.now()
  return inJobTransaction(context, { snapshot: true, limits: transactionTimeouts.reconciliation }, async (db) => {
    const { rows } = await sql<Outcome>`
        with difference as (
          select check_name, membership_no, history_id, invoice_no, null::text as reference, expected, found from ledger_differences()
          union all select check_name, membership_no, null, null, reference, expected, found from reward_differences()
          union all select check_name, null, null, null, reference, expected, found from purchase_differences()
          union all select check_name, null, null, invoice_no, reference, expected, found from sold_differences()
        ),
        ordered as materialized (
          select row_number() over (order by membership_no, check_name, history_id, invoice_no, reference)::int as place, * from difference
        ),
        run as (
          insert into proof_run (proved_at, milliseconds, members, ledger_rows, lots, sales, lines, differences)
          select ${context.clock().toISOString()}, 0, (select count(*) from point_balance), count(*), count(*) filter (where point_amount > 0),
            (select count(*) from transaction_summary), (select count(*) from transaction_detail), (select count(*) from ordered)
          from point_history returning *
        ),
        stored as (
          insert into proof_difference (proof_run_id, place, check_name, membership_no, history_id, invoice_no, reference, expected, found)
          select run.proof_run_id, place, check_name, membership_no, history_id, invoice_no, reference, expected, ordered.found from ordered, run where place <= ${DIFFERENCES_MAX}
        )
        select proof_run_id, differences, members, ledger_rows, lots, sales, lines from run`.execute(db)
    const outcome = rows[0]!
    const Milliseconds = Math.round(performance.now() - startedAt)
    await db.updateTable('ProofRun').set({ Milliseconds }).where('ProofRunId', '=', outcome.ProofRunId).execute()
    const oldestRemoved = outcome.ProofRunId - RUNS_MAX
    await db.deleteFrom('ProofDifference').where('ProofRunId', '<=', oldestRemoved).execute()
    await db.deleteFrom('ProofRun').where('ProofRunId', '<=', oldestRemoved).execute()
    return { ...outcome, Milliseconds }
  })
}

const latestRun = ({ db }: Ctx) => db.selectFrom('ProofRun').orderBy('ProofRunId', 'desc').limit(1)

/** Returns the latest reconciliation. */
export async function getReconciliation(ctx: Ctx) {
  const proof = await latestRun(ctx)
    .select(['ProvedAt', 'Milliseconds', 'Members', 'LedgerRows', 'Lots', 'Sales', 'Lines', 'Differences'])
    .executeTakeFirst()
  return { Proof: proof ?? null }
}

/** Lists the differences of the latest reconciliation. */
export const listReconciliationDifferences = (
  ctx: Ctx,
  { Search }: Input<typeof contract.listReconciliationDifferences>,
) =>
  queryList(
    ctx.db
      .selectFrom('ProofDifference')
      .where('ProofRunId', '=', latestRun(ctx).select('ProofRunId'))
      .select(['Place', 'CheckName', 'MembershipNo', 'HistoryId', 'InvoiceNo', 'Reference'])
      .select([
        sql<string>`trim_scale(expected)::text`.as('Expected'),
        sql<string>`trim_scale(proof_difference.found)::text`.as('Found'),
      ])
      .$castTo<contract.ProofDifference>(),
    { where: [equals('CheckName', Search.CheckName)] },
  )

/** Starts a reconciliation of the ledger in the background. */
export async function requestReconciliation(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', PROVE)
  ctx.audit('Prove Books', 'Proof', 'latest', 'Prove Books in Points.')
  return { AskedYN: 'Y' as const }
}
