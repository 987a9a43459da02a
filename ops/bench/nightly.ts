import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '#app/demo/demo.ts'
import { seedLargeCompany } from '#app/demo/large.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { expireLotsStep } from '#areas/points/server/index.ts'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { contextOn } from '#tests/test-app.ts'
import type { Figure } from './figures.ts'

const LOTS_OF_EACH = 10

// Baseline: expires the lots of one half of the members with one statement, without chunks, explicit locks or run log.
// The nightly batch expires the lots of the other half.
const bare = `
  with due as (
    select h.history_id, h.membership_no, h.balance_type, h.invoice_no, h.outlet_code, h.expiry_date,
      h.point_amount - h.point_reversed - h.point_utilized - h.point_expired as remaining,
      row_number() over (partition by h.membership_no order by h.expiry_date, h.earned_at, h.history_id) as place
    from point_history h
    where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date < $1
  ), written as (
    insert into point_history (membership_no, balance_type, sequence_no, transaction_type, points, business_date, invoice_no, outlet_code,
      object_type, object_value, remark, source_key)
    select due.membership_no, due.balance_type, b.last_sequence_no + due.place, 'Expire', -due.remaining, $1::date, due.invoice_no, due.outlet_code,
      'PointHistory', due.history_id::text, to_char(due.expiry_date, 'YYYY-MM-DD'), 'expire:' || due.history_id
    from due join point_balance b using (membership_no, balance_type) returning history_id, object_value::bigint as lot
  ), noted as (
    insert into point_allocation (debit_history_id, credit_history_id, points, kind)
    select written.history_id, due.history_id, due.remaining, 'Expire' from written join due on due.history_id = written.lot
  ), counted as (
    update point_history h set point_expired = h.point_expired + due.remaining from due where h.history_id = due.history_id
  )
  update point_balance b set lots_remaining = b.lots_remaining - m.remaining, last_sequence_no = b.last_sequence_no + m.lots,
    total_points_expired = b.total_points_expired + m.remaining, updated_at = now()
  from (select membership_no, balance_type, sum(remaining)::bigint as remaining, count(*) as lots from due group by 1, 2) m
  where b.membership_no = m.membership_no and b.balance_type = m.balance_type`

/** Compares the nightly batch with one bare statement over as many lots, and measures the reconciliation. */
export async function benchNightly({ lots }: { lots: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-nightly-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ url: postgres.url, max: 2 })
  const client = await openClient(postgres.url, 'carat bench')
  try {
    await migrate({ url: postgres.url })
    await seedDemo({ url: postgres.url, dataDir, secret: readServerSecret(dataDir, undefined), log: () => {} })
    await seedLargeCompany(client, { customers: (2 * lots) / LOTS_OF_EACH, sales: 1 }, (text) =>
      console.log(`  ${text}`),
    )
    // The lots of every second member expire one day later, so that both halves are stored alike.
    await client.query(`set carat.origin = '{"bulk":"bench"}'`)
    const { rowCount } = await client.query(`
      with member as (
        select membership_no, last_sequence_no, row_number() over (order by membership_no) as place
        from membership left join point_balance using (membership_no)
        where membership.status <> 'Merged' and not exists (select from point_history h where h.membership_no = membership.membership_no)
      ), balance as (
        insert into point_balance (membership_no, lots_remaining, total_points_earned, last_sequence_no)
        select membership_no, ${LOTS_OF_EACH * 100}, ${LOTS_OF_EACH * 100}, ${LOTS_OF_EACH} from member
        on conflict (membership_no, balance_type) do update set lots_remaining = excluded.lots_remaining, last_sequence_no = excluded.last_sequence_no
      )
      insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from,
        expiry_date, object_type, object_value, source_key)
      select membership_no, lot, 'Earn', 100, 100, '2020-01-01', '2020-01-01Z', '2020-01-01', date '2022-01-31' + (place % 2)::int,
        'Bench', 'lot', 'bench:' || membership_no || ':' || lot
      from member, generate_series(1, ${LOTS_OF_EACH}) lot`)
    await client.query('vacuum analyze')
    const tools = contextOn(database)

    const proof = await reconcileLedger(tools)
    const job = await seconds(() => runNightlyBatch(tools, [expireLotsStep], '2022-02-01'))
    const { rows } = await client.query(`select done from nightly_step where step = 'expire lots'`)
    const expired = Number(rows[0].done)
    const bareSeconds = await seconds(() => client.query(bare, ['2022-02-02']))
    const after = await reconcileLedger(tools)
    return [
      { name: 'Lots', value: `${rowCount}, of which ${expired} by the job` },
      { name: 'The job', value: `${job.toFixed(1)} s, ${Math.round(expired / job)} lots/s` },
      { name: 'Baseline: one statement for the other half', value: `${bareSeconds.toFixed(1)} s` },
      {
        name: 'Job / baseline',
        value: `${(job / bareSeconds).toFixed(2)} times`,
        goal: 'at most 5 times',
      },
      {
        name: `Proof over ${proof.LedgerRows} ledger rows`,
        value: `${(proof.Milliseconds / 1000).toFixed(1)} s, ${proof.Differences} differences`,
        goal: '< 60 s for 1000000',
      },
      {
        name: `Proof afterwards, over ${after.LedgerRows}`,
        value: `${(after.Milliseconds / 1000).toFixed(1)} s, ${after.Differences} differences`,
      },
    ]
  } finally {
    await client.end()
    await database.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
