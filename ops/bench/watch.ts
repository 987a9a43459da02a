import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { createWatchPatternRules } from '#areas/watch/server/rules.ts'
import { createKysely } from '#kit/server/database.ts'
import { withCompany } from './company.ts'
import type { Figure } from './figures.ts'

// Measures loyalty watch on a large company: the first run, a nightly run after two days, and a run without new data.

type Size = { customers: number; sales: number }

export async function benchWatch(size: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-watch-'))
  try {
    return await withCompany(dataDir, {}, async ({ env, client }) => {
      const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
      try {
        await seedLargeCompany(client, size, (text) => console.log(`  ${text}`))
      } finally {
        await server.stop()
      }
      for (const statement of history) await client.query(statement)
      await client.query('vacuum analyze')
      return measured(client)
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measured(client: pg.Client): Promise<Figure[]> {
  const rules = JSON.stringify(createWatchPatternRules(await readSettings({ db: createKysely(client as never) })))
  const run = async (name: string, seenUntil: string, goal?: string): Promise<Figure> => {
    await client.query('truncate watch_decision, watch_act, watch_finding, watch_mark')
    await client.query(
      `insert into watch_mark (seen_until) select at from (select ${seenUntil} as at) seen where at is not null`,
    )
    await client.query('vacuum analyze watch_act')
    const began = performance.now()
    await client.query(`begin; select set_config('role', 'carat_app', true)`)
    const { rows } = await client.query('select watch_loyalty(business_date_of(now()), now(), $1::jsonb) as findings', [
      rules,
    ])
    await client.query('commit')
    const seconds = ((performance.now() - began) / 1000).toFixed(2)
    const acts = await client.query('select count(*) as acts from watch_act')
    return {
      name,
      value: `${seconds} s, ${acts.rows[0].acts} acts, ${rows[0].findings} findings`,
      ...(goal && { goal }),
    }
  }
  return [
    await run('first run', 'null::timestamptz'),
    await run('after two days', `now() - interval '2 days'`, 'below 10 s'),
    await run('nothing new', 'now()'),
  ]
}

/** SQL that writes unrealistically many staff accounts, own numbers, look-ups, manual sales and adjustments. */
const history = [
  `select set_config('carat.origin', '{"name":"bench","bulk":"bench"}', false), set_config('carat.zone', 'Asia/Kuala_Lumpur', false)`,
  'alter table transaction_summary disable trigger user; alter table point_history disable trigger user',
  `insert into user_account (kind, username, staff_id)
   select 'Staff', 'bench.' || staff_id, staff_id from staff where not exists (select from user_account u where u.staff_id = staff.staff_id)`,
  `update staff set own_customer_id = customer_id
   from (select customer_id, row_number() over (order by customer_id) as place from customer) someone
   where someone.place = staff.staff_id * 97 and own_customer_id is null`,
  `with clerk as (select array_agg(user_id order by user_id) as ids from user_account where staff_id is not null)
   update transaction_summary set created_at = performed_at, created_by_id = ids[1 + transaction_id % cardinality(ids)],
     source = case when performed_at < now() - interval '92 days' then source when transaction_id % 50 = 0 then 'Manual' else 'POS' end
   from clerk`,
  `with clerk as (select array_agg(user_id order by user_id) as ids from user_account where staff_id is not null)
   insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, expiry_date,
     object_type, object_value, source_key, created_at, created_by_id)
   select membership_no, 900000 + place, 'Adjust In', 10, 10, day::date, day, day::date, current_date + 365, 'Bench', 'adjusted', 'bench:' || place, day,
     ids[1 + place % cardinality(ids)]
   from (
     select membership_no, row_number() over (order by membership_no) as place,
       now() - make_interval(hours => (row_number() over (order by membership_no) % 2200)::int) as day
     from membership where status = 'Active' limit 20000
   ) member cross join clerk`,
  'alter table transaction_summary enable trigger user; alter table point_history enable trigger user',
  `insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at)
   select decode(md5(user_id || ' ' || ago), 'hex'), 'staff', user_id, 'bench ' || user_id || ' ' || ago, day, day, now()
   from user_account, generate_series(1, 92) ago, lateral (select now() - make_interval(days => ago) as day) at where staff_id is not null`,
  `with person as (select array_agg(customer_id order by customer_id) as ids from customer)
   insert into customer_access (session_id, customer_id, user_id, opened_at, ends_at, way)
   select session_id, ids[1 + (session_id * 7919 + n * 104729) % cardinality(ids)], user_id, created_at + make_interval(mins => n),
     created_at + make_interval(mins => n + 30), 'Bench'
   from session cross join person, generate_series(1, 50) n where label like 'bench %'
   on conflict do nothing`,
]
