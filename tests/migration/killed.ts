import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { replaceDatabaseName } from '#tests/database.ts'
import { lastStateBefore } from './last-state.ts'

// Upgrades an older database with data by a process that is killed half-way, and then by two concurrent processes.

type Size = { members: number; entries: number }
export type KilledRound = {
  /** The number of SQL files that the killed process had begun to apply. */
  killedAfter: number
  wasKilled: boolean
  exits: (number | null)[]
  same: boolean
  applied: number
}

/** `server` is the URL of a database whose role may create databases. */
export async function upgradeAfterKill(
  server: string,
  size: Size,
  rounds: number,
  log: (text: string) => void = () => {},
) {
  const old = `old_${process.pid}_${Date.now()}`
  await on(server, (client) => client.query(`create database ${old}`))
  const all = readdirSync(new URL('../../db/migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'))
  try {
    await makeOlder(replaceDatabaseName(server, old), size)
    const before = await sums(replaceDatabaseName(server, old))
    const files = globSync('{kit,areas/*,db}/{sql,migrations}/*.sql').length
    log(`${Object.keys(before).length} tables, ${files} files`)
    const outcome: KilledRound[] = []
    for (let round = 0; round < rounds; round++) {
      // Spreads the kills evenly over all files.
      const killedAfter = Math.round((files * (round + 0.5)) / rounds)
      outcome.push(
        await inCopy(server, old, async (url) => {
          const wasKilled = (await ended(start(url, killedAfter))) === null
          const exits = await Promise.all([ended(start(url)), ended(start(url))])
          const applied = await on(url, async (client) => {
            const { rows } = await client.query(`select name from schema_migration where name not like 'functions/%'`)
            return rows.length
          })
          return {
            killedAfter,
            wasKilled,
            exits,
            same: isDeepStrictEqual(await sums(url), before),
            applied,
          }
        }),
      )
    }
    return { rounds: outcome, migrations: all.length, tables: Object.keys(before).length }
  } finally {
    await on(server, (client) => client.query(`drop database if exists ${old} with (force)`))
  }
}

/** A database of the previous version, with rows in its tables. */
async function makeOlder(url: string, { members, entries }: Size) {
  await on(url, async (client) => {
    await client.query(lastStateBefore())
    // Disables triggers, which have their own tests and would double the time.
    await client.query('set session_replication_role = replica')
    await client.query(`insert into building (code, name, building_type_id) values ('KL1', 'Kuala Lumpur', 1)`)
    await client.query(
      `insert into customer (full_name, member_type, id_type, id_no, contact_no, language, registered_outlet_code, registration_source)
       select 'MEMBER ' || n, 'Premium Member', 'Passport', 'P' || n, '+6012' || lpad(n::text, 7, '0'), 'English', 'KL1', 'CRM' from generate_series(1, $1::int) n`,
      [members],
    )
    await client.query(
      `insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, join_date)
       select 'JC' || lpad(customer_id::text, 9, '0'), customer_id, (select group_id from card_group), 'CLASSIC', 'Premium Member', '2024-01-01' from customer`,
    )
    const perMember = Math.ceil(entries / members)
    await client.query(
      `insert into transaction_summary (transaction_type, invoice_no, membership_no, customer_id, outlet_code, total_amount, net_amount, performed_at,
         business_date, source, earned_points)
       select 'N', 'OLD-' || customer_id || '-' || n, membership_no, customer_id, 'KL1', 1000.01 + n, 1000.01 + n, timestamptz '2025-06-01 12:00Z' + make_interval(mins => n),
         '2025-06-01', 'POS', 100 from membership, generate_series(1, $1::int) n`,
      [perMember],
    )
    await client.query(
      `insert into transaction_detail (transaction_id, sequence_no, brand, quantity, unit_price, net_amount, points_earned)
       select transaction_id, 1, 'Carat', 1, net_amount, net_amount, 100 from transaction_summary`,
    )
    await client.query(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
         transaction_id, object_type, object_value, source_key)
       select membership_no, row_number() over (partition by membership_no order by transaction_id), 'Earn', 100, 100, business_date, performed_at, business_date,
         '2027-06-30', transaction_id, 'Transaction', transaction_id::text, 'earn:' || transaction_id from transaction_summary`,
    )
    await client.query(
      `insert into point_balance (membership_no, lots_remaining, total_points_earned, last_sequence_no)
       select membership_no, sum(points), sum(points), count(*) from point_history group by 1`,
    )
    await client.query('analyze')
    columns = (
      await client.query<{ table: number; columns: number[] }>(
        `select c.oid::int as table, array_agg(a.attnum::int order by a.attnum) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           -- expiry-rewards.test.ts tests expiry rewards. Migrations add list entries and translations.
           and c.relname not in ('schema_migration', 'point_expiry_reward', 'list_item', 'field_translation')
         group by 1 order by 1`,
      )
    ).rows
  })
}

/** The tables and columns before the upgrade, by object ids, because names may change. */
let columns: { table: number; columns: number[] }[] = []

/** Returns row counts and content checksums of the tables that existed before the upgrade. */
const sums = (url: string) =>
  on(url, async (client) => {
    const all: Record<number, string> = {}
    for (const { table, columns: numbers } of columns) {
      const { rows: named } = await client.query<{ table: string; columns: string }>(
        `select attrelid::regclass as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
         from pg_attribute where attrelid = $1 and attnum = any($2) group by 1`,
        [table, numbers],
      )
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `select count(*)::text as rows, coalesce(sum(hashtextextended(row(${named[0]!.columns})::text, 0)), 0)::text as sum from ${named[0]!.table}`,
      )
      all[table] = `${rows[0]!.rows} ${rows[0]!.sum}`
    }
    return all
  })

async function inCopy<Result>(server: string, from: string, work: (url: string) => Promise<Result>) {
  const name = `${from}_copy`
  await on(server, (client) => client.query(`create database ${name} template ${from} strategy file_copy`))
  try {
    return await work(replaceDatabaseName(server, name))
  } finally {
    await on(server, (client) => client.query(`drop database ${name} with (force)`))
  }
}

/** Starts a migration as the operator does; the process is killed at the SQL file with the number `killedAfter`. */
const start = (url: string, killedAfter?: number) =>
  spawn(process.execPath, ['app/cli/main.ts', 'migrate'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: url,
      NODE_ENV: 'production',
      ...(killedAfter && {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killAfterLines(killedAfter))}`,
      }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const killAfterLines = (lines: number) => `
  let left = ${lines}
  console.log = () => {
    if (--left === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1)
  }`

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // Ignores errors, because the database may be dropped while this client is connected.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
