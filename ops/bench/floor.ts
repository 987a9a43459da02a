import type pg from 'pg'
import type { RecordedKeys } from './recorded-values.ts'
import type { Statement } from './recording.ts'

// The floor of a write call inserts its recorded rows with one prepared statement.
// Keys, checks and indexes stay active, triggers do not. No implementation with the same tables can be faster.

/** A recorded row with the columns that differ per call. `null` leaves a column to its default. */
type Rows = { table: string; perCall: Record<string, string | null>; where?: string }

const balance = (changes: string) =>
  `balance as (update point_balance set ${changes}, last_sequence_no = last_sequence_no + 1
     where membership_no = $1 and balance_type = 'Jewel Club Points' returning last_sequence_no)`

const entry = { membership_no: '$1', sequence_no: 'balance.last_sequence_no', history_id: null, object_value: '$3' }
const records: Rows[] = [
  { table: 'audit_record', perCall: { audit_record_id: null } },
  { table: 'audit_log', perCall: { audit_log_id: null } },
  { table: 'idempotency_key', perCall: { key: '$4' } },
]

const byKey = 'select xmin::text as id from idempotency_key where key = $1'
const issued = `place as (update reward_inventory set qty_on_hand = qty_on_hand - 1, qty_reserved = qty_reserved - 1, qty_issued = qty_issued + 1,
  updated_at = now() where inventory_id = (select inventory_id from customer_reward where reference_code = $3) returning inventory_id)`

const floors = {
  sale: {
    locate: `select xmin::text as id from transaction_summary where invoice_no = $1`,
    first: [balance('lots_remaining = lots_remaining + 1, total_points_earned = total_points_earned + 1')],
    rows: [
      {
        table: 'transaction_summary',
        perCall: { transaction_id: null, membership_no: '$1', customer_id: '$2', invoice_no: '$3' },
      },
      { table: 'transaction_detail', perCall: { transaction_id: 'transaction_summary.transaction_id' } },
      {
        table: 'point_history',
        perCall: { ...entry, transaction_id: 'transaction_summary.transaction_id', invoice_no: '$3', source_key: '$3' },
      },
      ...records,
    ],
  },
  redemption: {
    locate: `select xmin::text as id from point_history where object_value = $1`,
    first: [
      balance('lots_remaining = lots_remaining, total_points_redeemed = total_points_redeemed + 1'),
      // Leave point_utilized unchanged, because the lots of a small company would soon be empty.
      'lot as (update point_history set point_utilized = point_utilized where history_id = $5 returning history_id)',
    ],
    rows: [
      { table: 'point_history', perCall: { ...entry, source_key: '$3' }, where: 'points < 0' },
      {
        table: 'point_allocation',
        perCall: {
          allocation_id: null,
          debit_history_id: 'point_history.history_id',
          credit_history_id: 'lot.history_id',
        },
      },
      ...records,
    ],
  },
  redeem: {
    locate: byKey,
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
        perCall: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: 'reference.code' },
      },
      {
        table: 'point_history',
        perCall: {
          ...entry,
          object_value: 'reference.code',
          reference_code: 'reference.code',
          source_key: 'reference.code',
        },
        where: 'points < 0',
      },
      {
        table: 'point_allocation',
        perCall: {
          allocation_id: null,
          debit_history_id: 'point_history.history_id',
          credit_history_id: 'lot.history_id',
        },
      },
      {
        table: 'customer_reward',
        perCall: {
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
    locate: byKey,
    first: [
      issued,
      `claimed_reward as (update customer_reward set status = 'Claimed', voucher_no = 'BENCH-F-' || $5, claimed_date = now(), version = version + 1, updated_at = now()
         where reference_code = $3)`,
      `voucher as (update voucher set status = 'R', is_assigned_yn = 'Y', assigned_to = $3, assigned_at = now(), version = version + 1, updated_at = now()
         where voucher_no = 'BENCH-F-' || $5 returning voucher_no)`,
    ],
    rows: [
      {
        table: 'reward_movement',
        perCall: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: '$3' },
      },
      { table: 'erp_outbox', perCall: { message_id: null, voucher_no: 'voucher.voucher_no' } },
      { table: 'message_occasion', perCall: { occasion_id: null, once_key: null } },
      ...records,
    ],
  },
  collect: {
    locate: byKey,
    first: [
      issued,
      `claimed_reward as (update customer_reward set status = 'Collected', collected_date = now(), version = version + 1, updated_at = now() where reference_code = $3)`,
    ],
    rows: [
      {
        table: 'reward_movement',
        perCall: { movement_id: null, inventory_id: 'place.inventory_id', reference_code: '$3' },
      },
      ...records,
    ],
  },
} satisfies Record<string, { locate: string; first: string[]; rows: Rows[] }>

export type CallWithFloor = keyof typeof floors
export const hasFloor = (name: string): name is CallWithFloor => name in floors

/** Builds one statement with the parameters member, customer, id, key, lot and reward. */
export async function buildFloorStatement(
  client: pg.Client,
  name: CallWithFloor,
  marks: RecordedKeys,
): Promise<Statement> {
  const { locate, first, rows } = floors[name] as { locate: string; first: string[]; rows: Rows[] }
  const parts = [...first]
  const { id } = (await client.query(`${locate}`, locate === byKey ? [marks.key] : [marks.id])).rows[0]
  for (const { table, perCall, where = 'true' } of rows) {
    const columns = await columnsOf(client, table)
    const insertedColumns = columns.filter(({ name }) => perCall[name] !== null)
    const recorded = insertedColumns.map(({ name, type }) => `format('%L::%s', "${name}", '${type}') as "${name}"`)
    const writtenRows = await client.query(`select ${recorded} from ${table} where xmin = '${id}'::xid and ${where}`)
    if (writtenRows.rows.length === 0) throw new Error(`A ${name} wrote nothing to ${table}`)
    for (const [index, row] of writtenRows.rows.entries()) {
      const values = insertedColumns.map(({ name }) => perCall[name] ?? row[name])
      const from = [
        ...new Set(
          values.flatMap(
            (value) =>
              /^(balance|lot|transaction_summary|point_history|reference|place|voucher)\./.exec(value)?.[1] ?? [],
          ),
        ),
      ]
      const part = index === 0 ? table : `${table}_${index}`
      const returning = columns.filter(({ name }) => perCall[name] === null).map(({ name }) => name)
      parts.push(
        `${part} as (insert into ${table} (${insertedColumns.map(({ name }) => `"${name}"`)}) select ${values}` +
          `${from.length > 0 ? ` from ${from}` : ''}${returning.length > 0 ? ` returning ${returning}` : ''})`,
      )
    }
  }
  const { subject, key } = marks
  // Mention all six parameters, so that PostgreSQL can determine their types.
  const text = `with ${parts.join(', ')} select $1::text, $2::bigint, $3::text, $4::text, $5::bigint, $6::bigint`
  return {
    name: `floor of a ${name}`,
    text,
    values: [subject.member, subject.customer, marks.id, key, subject.lot, subject.reward ?? 0],
  }
}

/** Runs `work` with user triggers of the written tables disabled. Foreign keys are still checked. */
export async function withoutTriggers<Result>(client: pg.Client, name: CallWithFloor, work: () => Promise<Result>) {
  const writtenTables = [
    'point_balance',
    'point_history',
    'customer_reward',
    'reward_inventory',
    'reward_given',
    'voucher',
  ]
  const tables = [...new Set([...floors[name].rows.map(({ table }) => table), ...writtenTables])]
  const set = (state: 'enable' | 'disable') =>
    client.query(tables.map((table) => `alter table ${table} ${state} trigger user`).join(';'))
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
