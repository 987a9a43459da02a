import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from '#kit/server/database.ts'
import { type Figure, median } from './figures.ts'

// Baseline: computes the sums of two reports with DuckDB, a columnar database, over the same rows.

const ROUNDS = 3
const columns = {
  transaction_summary:
    'transaction_id, transaction_type, membership_no, business_date, outlet_code, net_amount, earned_points, reversed_points, approval_status',
  transaction_detail: 'transaction_id, brand, quantity, discount, net_amount, cancelled_quantity',
}
const moved = (amount: string) => `case when t.transaction_type = 'C' then -abs(${amount}) else ${amount} end`

export type BenchPeriod = { from: string; until: string }

const queries: Record<string, { sums: (span: BenchPeriod) => string; check: (span: BenchPeriod) => string }> = {
  '/reporting/customer-performance-report': {
    sums: ({ from, until }) => `select *, rank() over (order by net desc) as rank from (
      select membership_no, count(*) filter (where t.transaction_type = 'N') as invoices, sum(${moved('t.net_amount')}) as net,
        max(business_date) filter (where t.transaction_type = 'N') as last, sum(case when t.transaction_type = 'C' then -reversed_points else earned_points end) as earned
      from transaction_summary t
      where membership_no is not null and (approval_status is null or approval_status = 'Approved') and business_date between '${from}' and '${until}' group by 1)
      order by rank limit 50`,
    check: ({ from, until }) => `select sum(${moved('t.net_amount')})::text as net from transaction_summary t
      where membership_no is not null and (approval_status is null or approval_status = 'Approved') and business_date between '${from}' and '${until}'`,
  },
  '/reporting/product-sales-analysis-report': {
    sums: ({
      from,
      until,
    }) => `select d.brand, sum(d.quantity) as quantity, sum(${moved('d.net_amount')}) as net, count(distinct t.membership_no) as customers
      from transaction_summary t join transaction_detail d using (transaction_id)
      where (approval_status is null or approval_status = 'Approved') and business_date between '${from}' and '${until}' group by 1 order by net desc`,
    check: ({
      from,
      until,
    }) => `select sum(${moved('d.net_amount')})::text as net from transaction_summary t join transaction_detail d using (transaction_id)
      where (approval_status is null or approval_status = 'Approved') and business_date between '${from}' and '${until}'`,
  },
}

/** `timeOf` returns the duration of a report in milliseconds. */
export async function compareWithDuckDb(
  url: string,
  client: pg.Client,
  span: BenchPeriod,
  timeOf: (path: string) => number,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carat-bench-duckdb-'))
  try {
    const copying = await openClient(url, 'carat bench')
    const duck = await (await DuckDBInstance.create(':memory:')).connect()
    for (const [table, names] of Object.entries(columns)) {
      const file = join(folder, `${table}.csv`)
      await pipeline(
        copying.query(copyTo(`copy (select ${names} from ${table}) to stdout with (format csv, header)`)),
        createWriteStream(file),
      )
      await duck.run(`create table ${table} as select * from read_csv('${file}', types = {
        ${names.split(', ').map((name) => `'${name}': '${typeOf(name)}'`)}})`)
    }
    await copying.end()
    const figures: Figure[] = []
    for (const [path, { sums, check }] of Object.entries(queries)) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now()
        await (await duck.runAndReadAll(sums(span))).getRowsJson()
        times.push(performance.now() - began)
      }
      const duckSum = (await duck.runAndReadAll(check(span))).getRowsJson()[0]![0]
      const caratSum = (await client.query<{ net: string }>(check(span))).rows[0]!.net
      figures.push({
        name: `${path.replace('/reporting/', '')} beside DuckDB`,
        value: `${timeOf(path).toFixed(0)} ms, DuckDB's sums alone ${median(times).toFixed(0)} ms; net ${caratSum}, by DuckDB ${duckSum}`,
      })
    }
    duck.closeSync()
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function typeOf(name: string) {
  if (name === 'transaction_id') return 'BIGINT'
  if (name === 'business_date') return 'DATE'
  if (name.endsWith('_points')) return 'BIGINT'
  if (name === 'net_amount' || name === 'discount') return 'DECIMAL(14,2)'
  if (name.endsWith('quantity')) return 'DECIMAL(18,3)'
  return 'VARCHAR'
}
