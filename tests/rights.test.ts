import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { addEarningRules, line, member } from './factories/sales.ts'
import { outletStaff, useApp } from './harness.ts'
import { appendOnly, databaseOnlyTables, recordColumns, rightsOnOtherTables } from './rights.ts'

const app = useApp()

type Right = { table: string; column: string; changes: boolean; deletes: boolean; adds: boolean; empties: boolean }
let rights: Right[]

beforeAll(async () => {
  rights = await app.sql<Right>(`
    select c.relname as table, a.attname as column, has_column_privilege('carat_app', c.oid, a.attnum, 'update') as changes,
      has_table_privilege('carat_app', c.oid, 'delete') as deletes, has_column_privilege('carat_app', c.oid, a.attnum, 'insert') as adds,
      has_table_privilege('carat_app', c.oid, 'truncate') as empties
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1, a.attnum`)
  await addEarningRules(app.db)
  const { MembershipNo } = await member(app.db)
  const sale = { TransactionType: 'N', InvoiceNo: 'RIGHTS1', MembershipNo, Details: [line('100'), line('50')] }
  await app.call(addTransaction, sale as never, outletStaff)
})

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const tables = () => [...new Set(rights.map(({ table }) => table))]
const of = (table: string) => rights.filter((right) => right.table === table)
const isNamed = (table: string) => table in appendOnly || table in rightsOnOtherTables
const holdsRecords = (table: string) => recordColumns.every((name) => of(table).some(({ column }) => column === name))

/** Returns the right for every column of a table; throws if the rights of the columns differ. */
const rightsOn = (table: string) => [
  ...new Set(
    of(table).map(
      (right) =>
        [right.changes && 'changes', right.deletes && 'deletes', right.empties && 'empties']
          .filter(Boolean)
          .join(', ') || 'none',
    ),
  ),
]

describe('database role of the application', () => {
  test('application role: its rights on every table are listed', () => {
    expect(tables().filter((table) => !isNamed(table) && !holdsRecords(table))).toEqual([])
    expect(
      [...Object.keys(appendOnly), ...Object.keys(rightsOnOtherTables)].filter((table) => !tables().includes(table)),
    ).toEqual([])
  })

  test('application role: may update working records, but not delete them', () => {
    const records = tables().filter((table) => !isNamed(table))
    expect(records).toEqual(expect.arrayContaining(['card_group', 'customer', 'membership', 'point_rate']))
    for (const table of records) expect([table, ...rightsOn(table)]).toEqual([table, 'changes'])
  })

  test.each(Object.entries(appendOnly))(
    'application role: the rights on each column of the append-only table %s equal the list',
    (table, { changes, stays }) => {
      const rights = of(table)
      const decided = [...words(changes), ...words(stays)].sort()
      expect(rights.map(({ column }) => column).sort()).toEqual(decided)
      expect(
        rights
          .filter((right) => right.changes)
          .map(({ column }) => column)
          .sort(),
      ).toEqual(words(changes).sort())
      expect(rights.some(({ deletes, empties }) => deletes || empties)).toBe(false)
    },
  )

  test.each(Object.entries(rightsOnOtherTables))('application role: the rights on %s are: %s', (table, decided) => {
    expect(rightsOn(table)).toEqual([decided])
  })

  test('application role: may insert into every table except those that only the database writes', () => {
    expect([...new Set(rights.filter(({ adds }) => !adds).map(({ table }) => table))]).toEqual([...databaseOnlyTables])
  })

  test.each([
    ['extend the expiry of a lot', `update point_history set expiry_date = '2099-12-31'`],
    [
      'change an amount of a sale',
      'update transaction_summary set net_amount = net_amount + 1, total_amount = total_amount + 1',
    ],
    ['change an amount of a line', 'update transaction_detail set net_amount = net_amount + 1'],
    ['change the value of a voucher', 'update voucher set value = value + 1'],
    ['delete an action recorded by loyalty watch', 'delete from watch_act'],
    ['change the budget of a campaign', 'update campaign_spent set most = most + 1'],
    ['change the count of issued rewards', 'update reward_given set given = 0'],
    ['delete an idempotency key', 'delete from idempotency_key'],
    ['delete a line of a sale', 'delete from transaction_detail'],
    ['change an allocation', 'update point_allocation set points = 1'],
    ['change a decided approval', `update approval set payload = '{}'`],
    ['change a consent', `update customer_consent set granted_yn = 'Y'`],
    ['change a published consent wording', `update consent_wording set wording = 'All of it'`],
    ['delete a published consent wording', `delete from consent_wording_version`],
  ])('application role: cannot %s', async (_, statement) => {
    await expect(asApplication(statement)).rejects.toThrow('permission denied')
  })

  test('application role: security definer functions only derive data: document totals, goods of lines, stock, reward counts, budgets, watched actions, sold lines, audit seals and erasures', async () => {
    const [before] = await app.sql('select net_amount, tax, total_amount, discount from transaction_summary')
    await asApplication('select sum_up_lines(transaction_id) from transaction_summary')
    expect(await app.sql('select net_amount, tax, total_amount, discount from transaction_summary')).toEqual([before])
    await asApplication(`select note_goods(transaction_id, 1, 'Other', 'OTHER', true) from transaction_summary`)
    expect(await app.sql(`select from transaction_detail where brand = 'Other'`)).toEqual([])
    const lent = await app.sql<{ name: string; path: string[] | null }>(
      `select proname as name, proconfig as path from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    )
    const names = new Set(lent.map(({ name }) => name.replace(/^(audit_added_|audit_changed_).*/, '$1 and the table')))
    expect([...names]).toEqual([
      'audit_added_ and the table',
      'audit_changed_ and the table',
      'audit_delete',
      'audit_without_version',
      'confirm_lines',
      'count_campaign_return',
      'count_movement',
      'erase_audit_values',
      'fits_budget',
      'follow_sale',
      'hold_campaign_budget',
      'lock_limits',
      'note_audit_head',
      'note_goods',
      'rename_sold_goods',
      'return_to_limit',
      'seal_audit',
      'seal_audit_log',
      'sum_up_lines',
      'take_of_limit',
      'watch_loyalty',
      'write_sold_lines',
    ])
    expect(lent.every(({ path }) => path?.includes('search_path=public, pg_temp'))).toBe(true)
  })
})

describe('rights of every role, including the owner', () => {
  test.each([
    ['the expiry of a lot', `update point_history set expiry_date = '2099-12-31'`, 'append-only'],
    ['the first day of use of a lot', 'update point_history set available_from = available_from - 1', 'append-only'],
    ['an allocation', 'update point_allocation set points = points + 1', 'append-only'],
    [
      'the amount of a line',
      'update transaction_detail set net_amount = net_amount + 1',
      'keeps its number and its lines',
    ],
    [
      'the quantity of a line',
      'update transaction_detail set quantity = quantity + 1',
      'keeps its number and its lines',
    ],
    [
      'the lines of a sale by deleting one',
      'delete from transaction_detail where sequence_no = 2',
      'keeps its number and its lines',
    ],
    ['the lines of all sales', 'truncate transaction_detail', 'keeps its number and its lines'],
  ])('every role, even the owner: cannot change %s', async (_, statement, sentence) => {
    await expect(app.sql(statement)).rejects.toThrow(sentence)
  })
})

test('audit of sale lines: each changed field has a record, but the first earning of a line has none', async () => {
  const trail = () =>
    app.sql(
      `select updated_field_name as field, previous_info as was, updated_info as became from audit_record
       where table_name = 'transaction_detail' order by audit_record_id`,
    )
  expect(await trail()).toEqual([])
  await app.sql(
    `update transaction_detail set points_earned = points_earned + 5, brand = 'Other', serial_no = 'S1' where sequence_no = 1`,
  )
  expect(await trail()).toEqual(
    expect.arrayContaining([
      { field: 'PointsEarned', was: '10', became: '15' },
      { field: 'Brand', was: 'Aurelia', became: 'Other' },
      { field: 'SerialNo', was: null, became: 'S1' },
    ]),
  )
  expect(await trail()).toHaveLength(3)
})

async function asApplication(statement: string) {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local role carat_app')
    await client.query(statement)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
