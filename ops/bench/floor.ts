import type pg from 'pg'
import type { Marks } from './bare.ts'
import type { Statement } from './recording.ts'

// The floor of a call that changes something: the rows that it was seen to write, by one prepared statement. Keys, checks and
// indexes are those of the tables; the tables' own triggers are off meanwhile. Less than this nobody can do who keeps these
// books.

/** Where a row goes and what of it belongs to the call: everything else is as recorded. `null` is left to the table. */
type Rows = { table: string; own: Record<string, string | null>; where?: string }

const balance = (changes: string) =>
  `balance as (update point_balance set ${changes}, last_sequence_no = last_sequence_no + 1
     where membership_no = $1 and balance_type = 'Jewel Club Points' returning last_sequence_no)`

const entry = { membership_no: '$1', sequence_no: 'balance.last_sequence_no', history_id: null, object_value: '$3' }
const records: Rows[] = [
  { table: 'audit_record', own: { audit_record_id: null } },
  { table: 'audit_log', own: { audit_log_id: null } },
  { table: 'idempotency_key', own: { key: '$4' } },
]

const byKey = 'select xmin::text as id from idempotency_key where key = $1'
const issued = `place as (update reward_inventory set qty_on_hand = qty_on_hand - 1, qty_reserved = qty_reserved - 1, qty_issued = qty_issued + 1,
  updated_at = now() where inventory_id = (select inventory_id from customer_reward where reference_code = $3) returning inventory_id)`

const floors = {
  sale: {
    found: `select xmin::text as id from transaction_summary where invoice_no = $1`,
    first: [balance('lots_remaining = lots_remaining + 1, total_points_earned = total_points_earned + 1')],
    rows: [
      {
        table: 'transaction_summary',
        own: { transaction_id: null, membership_no: '$1', customer_id: '$2', invoice_no: '$3' },
      },
      { table: 'transaction_detail', own: { transaction_id: 'transaction_summary.transaction_id' } },
      {
        table: 'point_history',
        own: { ...entry, transaction_id: 'transaction_summary.transaction_id', invoice_no: '$3', source_key: '$3' },
      },
      ...records,
    ],
  },
  redemption: {
    found: `select xmin::text as id from point_history where object_value = $1`,
    first: [
      balance('lots_remaining = lots_remaining, total_points_redeemed = total_points_redeemed + 1'),
      // Written again as it is: the lot of a small company would soon be empty.
      'lot as (update point_history set point_utilized = point_utilized where history_id = $5 returning history_id)',
    ],
    rows: [
      { table: 'point_history', own: { ...entry, source_key: '$3' }, where: 'points < 0' },
      {
        table: 'point_allocation',
        own: { allocation_id: null, debit_history_id: 'point_history.history_id', credit_history_id: 'lot.history_id' },
      },
      ...records,
    ],
  },
  redeem: {
    found: byKey,
    first: [
      balance('lots_remaining = lots_remaining, total_points_redeemed = total_points_redeemed + 1'),
      'lot as (update point_history set point_utilized = point_utilized where history_id = $5 returning history_id)',
      'reference as (select next_reward_reference(current_date) as code)',
      'given as (update reward_given set given = given + 1 where reward_id = $6)',
      `place as (update reward_inventory set qty_reserved = qty_reserved + 1, updated_at = now() where reward_id = $6 and building_id is null
         returning inventory_id)`,
    ],
    rows: [
      {
        table: 'reward_movement',
        own: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: 'reference.code' },
      },
      {
        table: 'point_history',
        own: {
          ...entry,
          object_value: 'reference.code',
          reference_code: 'reference.code',
          source_key: 'reference.code',
        },
        where: 'points < 0',
      },
      {
        table: 'point_allocation',
        own: { allocation_id: null, debit_history_id: 'point_history.history_id', credit_history_id: 'lot.history_id' },
      },
      {
        table: 'customer_reward',
        own: {
          reference_code: 'reference.code',
          reward_id: '$6',
          membership_no: '$1',
          customer_id: '$2',
          inventory_id: 'place.inventory_id',
          debit_history_id: 'point_history.history_id',
        },
      },
      ...records,
    ],
  },
  claim: {
    found: byKey,
    first: [
      issued,
      `held as (update customer_reward set status = 'Claimed', voucher_no = 'BENCH-F-' || $5, claimed_date = now(), version = version + 1, updated_at = now()
         where reference_code = $3)`,
      `voucher as (update voucher set status = 'R', is_assigned_yn = 'Y', assigned_to = $3, assigned_at = now(), version = version + 1, updated_at = now()
         where voucher_no = 'BENCH-F-' || $5 returning voucher_no)`,
    ],
    rows: [
      {
        table: 'reward_movement',
        own: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: '$3' },
      },
      { table: 'erp_outbox', own: { message_id: null, voucher_no: 'voucher.voucher_no' } },
      { table: 'message_occasion', own: { occasion_id: null, once_key: null } },
      ...records,
    ],
  },
  collect: {
    found: byKey,
    first: [
      issued,
      `held as (update customer_reward set status = 'Collected', collected_date = now(), version = version + 1, updated_at = now() where reference_code = $3)`,
    ],
    rows: [
      {
        table: 'reward_movement',
        own: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: '$3' },
      },
      ...records,
    ],
  },
} satisfies Record<string, { found: string; first: string[]; rows: Rows[] }>

export type WithFloor = keyof typeof floors
export const hasFloor = (name: string): name is WithFloor => name in floors

/** One statement with the values member, customer, id, key, lot and reward. */
export async function floorOf(client: pg.Client, name: WithFloor, marks: Marks): Promise<Statement> {
  const { found, first, rows } = floors[name] as { found: string; first: string[]; rows: Rows[] }
  const parts = [...first]
  const { id } = (await client.query(`${found}`, found === byKey ? [marks.key] : [marks.id])).rows[0]
  for (const { table, own, where = 'true' } of rows) {
    const columns = await columnsOf(client, table)
    const kept = columns.filter(({ name }) => own[name] !== null)
    const recorded = kept.map(({ name, type }) => `format('%L::%s', "${name}", '${type}') as "${name}"`)
    const written = await client.query(`select ${recorded} from ${table} where xmin = '${id}'::xid and ${where}`)
    if (written.rows.length === 0) throw new Error(`A ${name} wrote nothing to ${table}`)
    for (const [place, row] of written.rows.entries()) {
      const values = kept.map(({ name }) => own[name] ?? row[name])
      const from = [
        ...new Set(
          values.flatMap(
            (value) =>
              /^(balance|lot|transaction_summary|point_history|reference|place|voucher)\./.exec(value)?.[1] ?? [],
          ),
        ),
      ]
      const part = place === 0 ? table : `${table}_${place}`
      const returning = columns.filter(({ name }) => own[name] === null).map(({ name }) => name)
      parts.push(
        `${part} as (insert into ${table} (${kept.map(({ name }) => `"${name}"`)}) select ${values}` +
          `${from.length > 0 ? ` from ${from}` : ''}${returning.length > 0 ? ` returning ${returning}` : ''})`,
      )
    }
  }
  const { subject, key } = marks
  // All six are named, so that PostgreSQL knows of each what it is.
  const text = `with ${parts.join(', ')} select $1::text, $2::bigint, $3::text, $4::text, $5::bigint, $6::bigint`
  return {
    name: `floor of a ${name}`,
    text,
    values: [subject.member, subject.customer, marks.id, key, subject.lot, subject.reward ?? 0],
  }
}

/** Runs `work` without the own triggers of the tables that the floor writes to; keys are checked by others. */
export async function withoutTriggers<Result>(client: pg.Client, name: WithFloor, work: () => Promise<Result>) {
  const written = ['point_balance', 'point_history', 'customer_reward', 'reward_inventory', 'reward_given', 'voucher']
  const tables = [...new Set([...floors[name].rows.map(({ table }) => table), ...written])]
  const set = (what: 'enable' | 'disable') =>
    client.query(tables.map((table) => `alter table ${table} ${what} trigger user`).join(';'))
  await set('disable')
  try {
    return await work()
  } finally {
    await set('enable')
  }
}

async function columnsOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows
}
