import { sql } from 'kysely'
import { limits } from '#kit/server/database.ts'
import type { Job, JobTools } from '#kit/server/jobs.ts'
import { programNamed } from '#kit/server/signed.ts'
import { inTransaction } from '#kit/server/transaction.ts'

/** Differences beyond these are counted and not kept. */
const KEPT = 1_000
/** The runs whose differences are kept. */
const RUNS = 400

export const PROVE = 'prove'

/** Every night after the points have expired, and whenever somebody asks. */
export const proveJob: Job = {
  name: PROVE,
  schedule: '40 1 * * *',
  run: async (tools) => {
    const { Differences } = await prove(tools)
    if (Differences > 0) tools.log(`The books differ in ${Differences} places`)
  },
}

/** Whether nobody has proved these books yet. */
export const neverProved = async ({ pool }: JobTools['database']) =>
  (await pool.query('select from proof_run limit 1')).rowCount === 0

type Tools = Pick<JobTools, 'database' | 'clock' | 'timeZone'>
type Outcome = {
  ProofRunId: number
  Differences: number
  Members: number
  LedgerRows: number
  Lots: number
  Sales: number
  Lines: number
}

/** Holds ledger, lots, allocations, balances and sales against each other as they are at one moment, and keeps what differs. */
export async function prove({ database, clock, timeZone }: Tools): Promise<Outcome & { Milliseconds: number }> {
  const began = performance.now()
  return inTransaction(
    database,
    {
      origin: programNamed('prove'),
      timeZone,
      limits: limits.job,
      snapshot: true,
    },
    async (db) => {
      const { rows } = await sql<Outcome>`
        with found as materialized (select row_number() over (order by membership_no, check_name, history_id, invoice_no)::int as place, * from books_differences()),
        run as (
          insert into proof_run (proved_at, milliseconds, members, ledger_rows, lots, sales, lines, differences)
          select ${clock().toISOString()}, 0, (select count(*) from point_balance), count(*), count(*) filter (where point_amount > 0),
            (select count(*) from transaction_summary), (select count(*) from transaction_detail), (select count(*) from found)
          from point_history returning *
        ),
        kept as (
          insert into proof_difference (proof_run_id, place, check_name, membership_no, history_id, invoice_no, expected, found)
          select run.proof_run_id, place, check_name, membership_no, history_id, invoice_no, expected, found.found from found, run where place <= ${KEPT}
        )
        select proof_run_id, differences, members, ledger_rows, lots, sales, lines from run`.execute(db)
      const outcome = rows[0]!
      const Milliseconds = Math.round(performance.now() - began)
      await db.updateTable('ProofRun').set({ Milliseconds }).where('ProofRunId', '=', outcome.ProofRunId).execute()
      const old = outcome.ProofRunId - RUNS
      await db.deleteFrom('ProofDifference').where('ProofRunId', '<=', old).execute()
      await db.deleteFrom('ProofRun').where('ProofRunId', '<=', old).execute()
      return { ...outcome, Milliseconds }
    },
  )
}
