import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Address } from '#areas/customers/contract/addresses.ts'
import { BALANCE_TYPE } from '#areas/memberships/contract/balance.ts'
import { saleHeadColumns } from '#areas/sales/server/index.ts'
import type { Db } from '#kit/server/ctx.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { toColumnName } from '#kit/server/names.ts'
import {
  type ChangeKind,
  CustomerRecord,
  LedgerRecord,
  LineRecord,
  MembershipRecord,
  RewardRecord,
  type SaleRecord,
} from '../contract/changes.ts'
import type { EventType } from '../contract.ts'

// The records of GET /changes: which events name a record, and how it is read.

export type RecordQuery = {
  /** The ids that events name; undefined selects all records. */
  ids?: readonly string[]
  /** The key of the last record of the previous page. */
  afterKey?: string | undefined
  limit: number
}

/** A record with its key; `record` is undefined if the record is deleted. */
export type KeyedRecord<Record> = { key: string; record: Record | undefined }

export type RecordSource<Record, Key extends string | number> = {
  kind: ChangeKind
  /** The types of the events that name a record of the kind. */
  types: readonly EventType[]
  /** The id that an event names, as text. */
  idOfEvent: RawBuilder<string>
  /** Converts an id to the key in `Deleted`; null if an id stands for several records, which are never deleted. */
  toKey: ((id: string) => Key) | null
  /** Reads records in the order of their keys. */
  readRows: (db: Db, query: RecordQuery) => Promise<KeyedRecord<Record>[]>
}

type Stored = { Key: string; DeletedYN: 'Y' | 'N' }

const ownColumns = (alias: string, names: readonly string[]) =>
  sql.raw(names.map((name) => `${alias}.${toColumnName(name)}`).join(', '))

const fieldsWithout = ({ shape }: { shape: object }, ...derived: readonly string[]) =>
  Object.keys(shape).filter((name) => !derived.includes(name))

type Selection = {
  columns: RawBuilder<unknown>
  tables: RawBuilder<unknown>
  /** The primary key, as a column. */
  key: string
  keyType: 'bigint' | 'text'
  isDeleted?: RawBuilder<unknown>
}

/** Reads rows by their primary key. The condition uses its index both with ids and without them. */
async function readStored<Row extends object>(
  db: Db,
  { columns, tables, key, keyType, isDeleted = sql`false` }: Selection,
  { ids, afterKey, limit }: RecordQuery,
): Promise<KeyedRecord<Row>[]> {
  const [column, type] = [sql.raw(key), sql.raw(keyType)]
  const { rows } = await sql<Row & Stored>`
    select ${columns}, ${column}::text as key, case when ${isDeleted} then 'Y' else 'N' end as deleted_yn
    from ${tables}
    where ${ids ? sql`${column} = any (${ids}::text[]::${type}[])` : sql`true`}
      and ${afterKey === undefined ? sql`true` : sql`${column} > ${afterKey}::${type}`}
    order by ${column} limit ${limit}`.execute(db)
  return rows.map(({ Key, DeletedYN, ...record }) => ({
    key: Key,
    record: DeletedYN === 'Y' ? undefined : (record as unknown as Row),
  }))
}

type Customer = z.infer<typeof CustomerRecord>
type CustomerConsent = Customer['Consents'][number]

export const customerRecords: RecordSource<Customer, number> = {
  kind: 'customers',
  types: ['customer.registered', 'customer.changed', 'customer.deleted', 'customer.erased', 'consent.recorded'],
  idOfEvent: sql`customer_id::text`,
  toKey: Number,
  async readRows(db, query) {
    const selection: Selection = {
      columns: ownColumns('customer', fieldsWithout(CustomerRecord, 'Addresses', 'Consents')),
      tables: sql`customer`,
      key: 'customer.customer_id',
      keyType: 'bigint',
      isDeleted: sql`customer.status in ('Deleted', 'Merged') or customer.erased_at is not null`,
    }
    const rows = await readStored<Omit<Customer, 'Addresses' | 'Consents'>>(db, selection, query)
    const [addresses, consents] = await readPartsOfCustomers(
      db,
      rows.map(({ key }) => key),
    )
    return rows.map(({ key, record }) => ({
      key,
      record: record && {
        ...withMaskedIdNo(record),
        Addresses: addresses.filter(({ CustomerId }) => CustomerId === record.CustomerId),
        Consents: consents.filter(({ CustomerId }) => CustomerId === record.CustomerId),
      },
    }))
  },
}

async function readPartsOfCustomers(db: Db, customerIds: readonly string[]) {
  const [addresses, consents] = await Promise.all([
    sql<Address>`
      select ${ownColumns('address', Object.keys(Address.shape))} from customer_address address
      where customer_id = any (${customerIds}::text[]::bigint[]) and status = 'Active'
      order by customer_id, is_primary_yn desc, address_id`.execute(db),
    sql<CustomerConsent>`
      select distinct on (customer_id, channel) consent_id, customer_id, channel, granted_yn, wording_version, wording_language, source,
        outlet_code, recorded_at
      from customer_consent where customer_id = any (${customerIds}::text[]::bigint[])
      order by customer_id, channel, recorded_at desc, consent_id desc`.execute(db),
  ])
  return [addresses.rows, consents.rows] as const
}

type MembershipFields = z.infer<typeof MembershipRecord>
const totals = fieldsWithout(MembershipRecord).filter((name) => name.startsWith('TotalPoints'))

export const membershipRecords: RecordSource<MembershipFields, string> = {
  kind: 'memberships',
  types: ['membership.opened', 'membership.changed', 'membership.level_changed', 'points.moved'],
  idOfEvent: sql`membership_no`,
  toKey: String,
  readRows: (db, query) =>
    readStored(
      db,
      {
        columns: sql`${ownColumns('m', fieldsWithout(MembershipRecord, 'PointBalance', 'Arrears', ...totals))},
          coalesce(balance.points, 0) as point_balance, coalesce(balance.arrears, 0) as arrears,
          ${sql.raw(totals.map((name) => `coalesce(balance.${toColumnName(name)}, 0) as ${toColumnName(name)}`).join(', '))}`,
        tables: sql`membership m left join point_balance balance
          on balance.membership_no = m.membership_no and balance.balance_type = ${BALANCE_TYPE}`,
        key: 'm.membership_no',
        keyType: 'text',
        isDeleted: sql`m.status in ('Deleted', 'Merged')`,
      },
      query,
    ),
}

const saleEvents = ['sale.entered', 'sale.returned', 'sale.changed'] as const satisfies readonly EventType[]
const saleOfEvent = sql<string>`data ->> 'TransactionId'`

export const saleRecords: RecordSource<z.infer<typeof SaleRecord>, number> = {
  kind: 'sales',
  types: saleEvents,
  idOfEvent: saleOfEvent,
  toKey: Number,
  readRows: (db, query) =>
    readStored(
      db,
      {
        columns: sql`${saleHeadColumns}, t.customer_id, t.created_at`,
        tables: sql`transaction_summary t`,
        key: 't.transaction_id',
        keyType: 'bigint',
      },
      query,
    ),
}

type Line = z.infer<typeof LineRecord>

export const lineRecords: RecordSource<Line, number> = {
  kind: 'lines',
  types: saleEvents,
  idOfEvent: saleOfEvent,
  toKey: null,
  async readRows(db, { ids, afterKey, limit }) {
    const [sale, line] = afterKey?.split('-') ?? []
    const { rows } = await sql<Line>`
      select ${ownColumns('d', fieldsWithout(LineRecord, 'SalesOrder', 'InvoiceNo', 'CheckStatus'))},
        t.sales_order, t.invoice_no, line_check.status as check_status
      from transaction_detail d join transaction_summary t on t.transaction_id = d.transaction_id
      left join sale_check line_check on line_check.transaction_id = d.transaction_id and line_check.sequence_no = d.sequence_no
      where ${ids ? sql`d.transaction_id = any (${ids}::text[]::bigint[])` : sql`true`}
        and ${sale && line ? sql`(d.transaction_id, d.sequence_no) > (${sale}::bigint, ${line}::integer)` : sql`true`}
      order by d.transaction_id, d.sequence_no limit ${limit}`.execute(db)
    return rows.map((record) => ({ key: `${record.TransactionId}-${record.SequenceNo}`, record }))
  },
}

export const ledgerRecords: RecordSource<z.infer<typeof LedgerRecord>, number> = {
  kind: 'ledger',
  types: ['points.moved', 'points.entry_changed'],
  idOfEvent: sql`data ->> 'HistoryId'`,
  toKey: Number,
  readRows: (db, query) =>
    readStored(
      db,
      {
        columns: ownColumns('entry', fieldsWithout(LedgerRecord)),
        tables: sql`point_history entry`,
        key: 'entry.history_id',
        keyType: 'bigint',
      },
      query,
    ),
}

export const rewardRecords: RecordSource<z.infer<typeof RewardRecord>, string> = {
  kind: 'rewards',
  types: ['reward.given', 'reward.changed'],
  idOfEvent: sql`data ->> 'ReferenceCode'`,
  toKey: String,
  readRows: (db, query) =>
    readStored(
      db,
      {
        columns: sql`${ownColumns('reward', fieldsWithout(RewardRecord, 'PointsTakenYN'))},
          case when reward.debit_history_id is null then 'N' else 'Y' end as points_taken_yn`,
        tables: sql`customer_reward reward`,
        key: 'reward.reference_code',
        keyType: 'text',
        isDeleted: sql`reward.status = 'Deleted'`,
      },
      query,
    ),
}
