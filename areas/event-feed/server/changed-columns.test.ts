import { beforeAll, describe, expect, test } from 'vitest'
import { redeemRewards } from '#areas/customer-rewards/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { toColumnName } from '#kit/server/names.ts'
import { changesReader, keyOf } from '#tests/factories/changes.ts'
import { address, customer } from '#tests/factories/customers.ts'
import { points, reward, stock } from '#tests/factories/rewards.ts'
import { addEarningRules, companyBrands, line, member } from '#tests/factories/sales.ts'
import { make, outletStaff, systemWith, useApp } from '#tests/harness.ts'
import * as feed from '../contract.ts'

// Updates every column of every table that a record is read from, so that a trigger cannot leave a column out.

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const { readToEnd } = changesReader(app)

type Source = { kind: feed.ChangeKind; key: string }
const sales: Source = { kind: 'sales', key: 'transaction_id::text' }
const lines: Source = { kind: 'lines', key: "transaction_id || '-' || sequence_no" }
const customers: Source = { kind: 'customers', key: 'customer_id::text' }

/** The tables of each kind of records, with the SQL of the key of the record that a row belongs to. */
const tables: readonly (readonly [table: string, primaryKey: string, sources: readonly Source[]])[] = [
  ['customer', 'customer_id', [customers]],
  ['customer_address', 'address_id', [customers]],
  ['customer_consent', 'consent_id', [customers]],
  ['membership', 'membership_no', [{ kind: 'memberships', key: 'membership_no' }]],
  ['transaction_summary', 'transaction_id', [sales, { ...lines, key: "transaction_id || '-1'" }]],
  ['transaction_detail', "transaction_id || '-' || sequence_no", [sales, lines]],
  ['sale_check', "transaction_id || '-' || sequence_no", [sales, lines]],
  ['sale_head_check', "transaction_id || '-' || reason", [sales]],
  ['point_history', 'history_id', [{ kind: 'ledger', key: 'history_id::text' }]],
  ['customer_reward', 'reference_code', [{ kind: 'rewards', key: 'reference_code' }]],
]

/** Fields of replies that are no column of these tables, with the reason why no change is missed. */
const derivedFields: Readonly<Record<string, string>> = {
  'customers.Addresses': 'rows of customer_address',
  'customers.Consents': 'rows of customer_consent',
  'memberships.PointBalance': 'changes by entries of the ledger, which have events',
  'memberships.Arrears': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsEarned': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsRedeemed': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsExpired': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsReversed': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsAdjusted': 'changes by entries of the ledger, which have events',
  'memberships.TotalPointsMerged': 'changes by entries of the ledger, which have events',
  'sales.NetMoved': 'computed from NetAmount and TransactionType',
  'sales.CancelState': 'computed from transaction_detail',
  'sales.LinesToCheck': 'counts rows of sale_check',
  'sales.ChecksWaiting': 'rows of sale_head_check',
  'lines.CheckStatus': 'status of sale_check',
  'rewards.PointsTakenYN': 'computed from debit_history_id',
}

/** Errors of updates that the database never allows: a trigger refuses them, or the column is generated. */
const REFUSED_UPDATES = ['P0001', '428C9']

const recordShapes = {
  customers: feed.CustomerRecord.shape,
  memberships: feed.MembershipRecord.shape,
  sales: feed.SaleRecord.shape,
  lines: feed.LineRecord.shape,
  ledger: feed.LedgerRecord.shape,
  rewards: feed.RewardRecord.shape,
} as const satisfies Record<feed.ChangeKind, object>

const columnsOf = async (table: string) => {
  const rows = await app.sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    table,
  )
  return rows.map(({ name }) => name)
}

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
  await address(app.db, (await customer(app.db)).CustomerId)
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 1_000)
  const { RewardId } = await reward(app.db)
  await stock(app.db, RewardId, 'KLCC', 5)
  const redeemed = await app.call(redeemRewards, { MembershipNo, Rewards: [{ RewardId }] } as never, outletStaff)
  if (redeemed.status !== 201) throw new Error(redeemed.refusal.message)
  const sold = await app.call(
    addTransaction,
    {
      TransactionType: 'N',
      InvoiceNo: `CC-${make.nextNumber()}`,
      OutletCode: 'KLCC',
      MembershipNo: 'JC000000000',
      Details: [{ ...line('500'), Brand: 'Unknown brand' }],
    } as never,
    systemWith('sales:write'),
  )
  if (sold.status !== 201) throw new Error(sold.refusal.message)
})

describe.each(tables)('changes of %s', (table, primaryKey, sources) => {
  test.each(sources)(`${table}: an update of any column makes the record appear in $kind`, async ({ kind, key }) => {
    const [row] = await app.sql<{ id: string; record: string }>(
      `select (${primaryKey})::text as id, ${key} as record from ${table} limit 1`,
    )
    let { Cursor } = await readToEnd(kind)
    const missed: string[] = []
    const updated: string[] = []
    for (const column of await columnsOf(table)) {
      try {
        // The value stays: the strictest case, because a trigger must not depend on a list of columns.
        await app.sql(`update ${table} set ${column} = ${column} where (${primaryKey})::text = $1`, row!.id)
      } catch (error) {
        if (!REFUSED_UPDATES.includes((error as { code: string }).code)) throw error
        continue
      }
      updated.push(column)
      const next = await readToEnd(kind, { after: Cursor })
      if (!next.Records.some((record) => keyOf(kind, record) === row!.record)) missed.push(column)
      Cursor = next.Cursor
    }
    expect(missed).toEqual([])
    expect(updated.length).toBeGreaterThan(3)
  })
})

test.each(feed.changeKinds)(
  'changes of %s: every field of a record is a column of its tables, or derived',
  async (kind) => {
    const names = tables.flatMap(([table, , sources]) =>
      sources.some((source) => source.kind === kind) ? [table] : [],
    )
    const columns = (await Promise.all(names.map(columnsOf))).flat()
    const unknown = Object.keys(recordShapes[kind]).filter(
      (field) => !columns.includes(toColumnName(field)) && !(`${kind}.${field}` in derivedFields),
    )
    expect(unknown).toEqual([])
  },
)

test('changes: the program cannot delete rows of records, so a list misses no deletion', async () => {
  const deletable = await app.sql<{ name: string }>(
    `select name from unnest($1::text[]) name where has_table_privilege('carat_app', name, 'DELETE')`,
    tables.map(([table]) => table),
  )
  expect(deletable).toEqual([])
})
