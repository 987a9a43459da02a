import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveRequest } from '#areas/approvals/contract.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { mergeMembers, previewMerge, unmergeMembers } from '#areas/merges/contract.ts'
import { openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { deleteDefaultRows } from '#tests/database.ts'
import { secondPerson } from '#tests/factories/merges.ts'
import { addEarningRules, member } from '#tests/factories/sales.ts'
import { jobContext, make, startTestApp, type TestApp } from '#tests/test-app.ts'
import type { Figure } from './figures.ts'

/** Merges and unmerges two members who have many transactions with an open lot each. */
export async function benchMerge({ transactions }: { transactions: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-merge-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate({ url: postgres.url })
  await deleteDefaultRows(postgres.url)
  const owner = openDatabase({ url: postgres.url, max: 4 })
  const app = await startTestApp(postgres.url, owner, {})
  const proven = async () => (await reconcileLedger(jobContext(app))).Differences
  try {
    await make.standardBuildings(app.db)
    await addEarningRules(app.db)
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    for (const one of [survivor, merged]) await writeSales(app, one, transactions)
    await app.sql('vacuum analyze')
    const input = { SurvivorId: survivor.CustomerId, MergedId: merged.CustomerId }

    const preview = await seconds(() => must(app.call(previewMerge, input)))
    const requested = await must(
      app.call(mergeMembers, { ...input, ConfirmMembershipNo: merged.MembershipNo, Reason: 'Registered twice' }),
    )
    const { ApprovalId } = requested as { ApprovalId: number }
    const merge = await seconds(() => must(app.call(approveRequest, { ApprovalId }, secondPerson)))
    const afterMerge = await proven()
    const [row] = await app.sql<{ id: number }>('select max(merge_id)::int as id from member_merge')
    const unmerge = await seconds(() =>
      must(app.call(unmergeMembers, { MergeId: row!.id, Reason: 'Two people after all' })),
    )
    const afterUnmerge = await proven()
    return [
      { name: 'Transactions and open lots of each', value: `${transactions}` },
      { name: 'Preview', value: `${preview.toFixed(2)} s` },
      { name: 'Merge', value: `${merge.toFixed(2)} s, ${afterMerge} differences`, goal: '< 2 s for 10000' },
      { name: 'Unmerge', value: `${unmerge.toFixed(2)} s, ${afterUnmerge} differences`, goal: '< 2 s for 10000' },
    ]
  } finally {
    await app.fastify.close()
    await app.database.end()
    await owner.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function must(reply: Promise<{ status: number; body: unknown; refusal: { message: string } }>) {
  const { status, body, refusal } = await reply
  if (status >= 300) throw new Error(refusal.message)
  return body
}

/** Writes sales with one line and one lot each. */
async function writeSales(
  app: TestApp,
  { CustomerId, MembershipNo }: { CustomerId: number; MembershipNo: string },
  count: number,
) {
  await app.sql(
    `with sale as (
      insert into transaction_summary (transaction_type, invoice_no, membership_no, customer_id, outlet_code, total_amount, net_amount,
        performed_at, business_date, source, earned_points)
      select 'N', 'B-' || $1 || '-' || n, $1, $2, 'KLCC', 1000, 1000, now() - n * interval '1 hour', (now() - n * interval '1 hour')::date, 'POS', 100
      from generate_series(1, $3::int) n returning *
    ), line as (
      insert into transaction_detail (transaction_id, sequence_no, brand, quantity, unit_price, net_amount, points_earned)
      select transaction_id, 1, 'Aurelia', 1, 1000, 1000, 100 from sale
    ), lot as (
      insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
        invoice_no, transaction_id, object_type, object_value, source_key)
      select $1, row_number() over (order by transaction_id), 'Earn', 100, 100, business_date, performed_at, business_date, date '2035-01-31',
        invoice_no, transaction_id, 'Transaction', transaction_id::text, 'earn:' || transaction_id from sale
    )
    insert into point_balance (membership_no, lots_remaining, total_points_earned, last_sequence_no) values ($1, $3 * 100, $3 * 100, $3)`,
    MembershipNo,
    CustomerId,
    count,
  )
}

async function seconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
