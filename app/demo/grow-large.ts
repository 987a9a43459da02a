import type { ClientBase } from 'pg'
import {
  EARNED_AT_ONCE,
  earn,
  makeEarning,
  makeMembers,
  makeSales,
  seedOrigin,
  writeBalances,
  writeConsents,
  writeLedger,
  writeLines,
  writeMembers,
  writeRewards,
  writeSales,
} from './large.ts'
import { writeEmailConsents } from './large-clienteling.ts'

// Adds millions of members to a database that is thrown away after its measurements.
// Triggers, foreign keys and secondary indexes are off meanwhile, so a killed process leaves an unusable database.

/** The members that one transaction adds. */
const SLICE = 200_000

const tables = [
  'customer',
  'membership',
  'customer_consent',
  'transaction_summary',
  'transaction_detail',
  'point_history',
  'point_balance',
  'customer_reward',
]

export type Growth = {
  members: number
  salesPerMember: number
  /** Called before each slice and each index; throws if the growth may take no longer. */
  beforeStep?: () => void
}

export type IndexBuild = { table: string; indexes: number; rows: number; seconds: number }

/** Adds members with sales, points and gifts. Returns the duration of building the secondary indexes again. */
export async function growLargeCompany(
  client: ClientBase,
  { members, salesPerMember, beforeStep = () => {} }: Growth,
  log: (text: string) => void,
): Promise<IndexBuild[]> {
  // Only for a company of generated rows, which follow the rules: triggers and foreign keys would take hours.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
    set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`)
  await client.query(`select set_config('carat.origin', $1, false)`, [JSON.stringify(seedOrigin)])
  await client.query(`drop table if exists large_earning; ${makeEarning}`)
  const indexes = await dropSecondaryIndexes(client)
  let earnedMembers = 0
  for (let added = 0; added < members; added += SLICE) {
    beforeStep()
    const started = performance.now()
    const slice = Math.min(SLICE, members - added)
    await writeSlice(client, { members: slice, sales: slice * salesPerMember, isEarned: slice === earnedMembers })
    earnedMembers = slice
    log(`${added + slice} of ${members} members added, the last ${slice} in ${seconds(started)} s`)
  }
  const builds = await buildIndexes(client, indexes, beforeStep, log)
  await client.query(`reset session_replication_role; reset synchronous_commit; reset work_mem`)
  const started = performance.now()
  await client.query('vacuum analyze')
  log(`vacuum and statistics in ${seconds(started)} s`)
  await client.query('reset maintenance_work_mem; reset max_parallel_maintenance_workers; checkpoint')
  return builds
}

/**
 * Adds one slice. The numbers of members and sales start at 1 in each slice, and all rules follow from the numbers.
 * So the sales of a slice of the same size earn the same points, which are computed only once.
 */
async function writeSlice(
  client: ClientBase,
  { members, sales, isEarned }: { members: number; sales: number; isEarned: boolean },
) {
  await client.query('begin')
  await client.query(makeMembers, [members])
  await client.query(writeMembers)
  await client.query(writeConsents)
  await client.query(writeEmailConsents)
  await client.query(makeSales, [sales, members])
  await client.query('analyze large_member, large_sale')
  if (!isEarned) {
    await client.query('truncate large_earning')
    await client.query('set local plan_cache_mode = force_custom_plan')
    for (let from = 0; from < sales; from += EARNED_AT_ONCE) await client.query(earn, [from, from + EARNED_AT_ONCE])
    await client.query('analyze large_earning')
  }
  for (const text of [writeSales, writeLines, writeSoldLines, writePurchaseDays, writeLedger, writeBalances])
    await client.query(text)
  await client.query(writeRewards)
  await client.query('commit')
}

/** SQL that writes what the triggers of sales otherwise write. */
const writeSoldLines = `
  insert into sold_line (transaction_id, sequence_no, business_date, outlet_code, membership_no, came_back, counts, brand, product_group, quantity,
    discount, net_amount)
  select transaction_id, 1, sold_on, outlet, membership_no, false, true, brand, product_group, 1, 0, amount from large_sale`

const writePurchaseDays = `
  insert into purchase_day (customer_id, business_date, net_sales, since_first, since_previous)
  select customer_id, sold_on, net_sales, sold_on - min(sold_on) over of_customer, sold_on - lag(sold_on) over of_customer
  from (select customer_id, sold_on, sum(amount) as net_sales from large_sale group by 1, 2) day
  window of_customer as (partition by customer_id order by sold_on)`

type SecondaryIndex = { table: string; definition: string }

/** Drops the indexes that no constraint needs. Returns their definitions. */
async function dropSecondaryIndexes(client: ClientBase): Promise<SecondaryIndex[]> {
  const { rows } = await client.query<SecondaryIndex & { name: string }>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  await client.query(rows.map(({ name }) => `drop index ${name}`).join(';'))
  return rows
}

async function buildIndexes(
  client: ClientBase,
  indexes: SecondaryIndex[],
  beforeStep: () => void,
  log: (text: string) => void,
): Promise<IndexBuild[]> {
  const builds: IndexBuild[] = []
  for (const table of tables) {
    const definitions = indexes.filter((index) => index.table === table)
    const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
    const started = performance.now()
    for (const { definition } of definitions) {
      beforeStep()
      await client.query(definition)
    }
    const build = {
      table,
      indexes: definitions.length,
      rows: rows[0]!.rows,
      seconds: (performance.now() - started) / 1000,
    }
    log(`${build.indexes} indexes of ${table}: ${build.seconds.toFixed(1)} s for ${build.rows} rows`)
    builds.push(build)
  }
  return builds
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
