import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { startSecurityCodeEncryption } from '#areas/vouchers/server/index.ts'
import { inJobTransaction } from '#kit/server/job-context.ts'
import type { Mapping } from '../../contract/mapping.ts'
import {
  createLengthCheck,
  createNumberCheck,
  createRequiredCheck,
  createResultTableSql,
  createScientificNotationCheck,
  createUnambiguousNumberCheck,
  faultJsonSql,
  parseTimestampSql,
  type StagingCheck,
  secondaryCheckScreenSql,
  storeFaultsSql,
  storeFaultyResultsSql,
  storeUnreadableResultsSql,
} from '../staging/checks.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import { createRowIndexSql } from '../staging/stage.ts'
import type { ImporterInput, ImportFigures } from '../work.ts'

/** The number of codes per call. The server encrypts the codes, because the database has no key. */
const CHUNK = 5_000

/** Imports the vouchers of a file: all rows or none, unless the mapping sets `goodRows`. */
export async function importVouchers(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, mapping, dryRun } = work
  work.reportProgress({ step: 'Checking' })
  await client.query(createRowIndexSql)
  await client.query(storeFaultsSql(checksOf(columns, mapping, work.today)))
  await client.query(`
    drop table if exists row_result, staged_voucher;
    create unlogged table staged_voucher as
    select r.row_no, ${voucherNo(columns)} as voucher_no, ${columns.text('SecurityCode')} as code, ${upper(columns, 'VoucherType')} as voucher_type,
      ${columns.text('Value')}::numeric(14,2) as value, ${dayOf(columns)} as expiry_date, ${columns.text('Reference')} as reference,
      'Created'::text as result, null::text as reason, null::text as fault_value, min(r.row_no) over (partition by ${voucherNo(columns)}) as first_row
    from raw r where not exists (select from fault where fault.row_no = r.row_no);
    create unique index on staged_voucher (row_no); analyze staged_voucher;
    update staged_voucher set result = 'Failed', reason = 'voucher_twice', fault_value = first_row::text where first_row <> row_no;
    update staged_voucher t set result = case when v.voucher_type = t.voucher_type and v.value = t.value and v.status <> 'Deleted' then 'Skipped' else 'Failed' end,
      reason = case when v.voucher_type = t.voucher_type and v.value = t.value and v.status <> 'Deleted' then 'already_there' else 'voucher_exists' end, fault_value = t.voucher_no
    from voucher v where v.voucher_no = t.voucher_no and t.result = 'Created'`)
  if (!mapping.goodRows)
    await client.query(
      `update staged_voucher set result = 'Skipped', reason = 'other_rows_failed' where result = 'Created'
         and (exists (select from fault) or exists (select from unreadable) or exists (select from staged_voucher bad where bad.result = 'Failed'))`,
    )
  if (!dryRun) await write(work)
  await client.query(`
    ${createResultTableSql};
    ${storeUnreadableResultsSql};
    ${storeFaultyResultsSql};
    insert into row_result
    select row_no, row_no, 'Failed', reason, jsonb_build_array(${faultJsonSql('reason', `'VoucherNo'`, 'fault_value')}) from staged_voucher where result = 'Failed';
    insert into row_result
    select min(row_no), max(row_no), result, reason, null
    from (select row_no, result, reason, row_no - row_number() over (partition by result, reason order by row_no) as run from staged_voucher where result <> 'Failed') ranges
    group by result, reason, run`)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      coalesce(sum(value) filter (where result = 'Created'), 0)::text as "Amount" from staged_voucher`)
  return rows[0]
}

const upper = (columns: ColumnExpressions, field: string) => `upper(${columns.text(field)})`
const voucherNo = (columns: ColumnExpressions) => upper(columns, 'VoucherNo')

/** The expiry date of a voucher may have either of two common formats, whatever the mapping says. */
const dayOf = (columns: ColumnExpressions) =>
  `(${parseTimestampSql(columns.text('ExpiryDate'), { format: 'YYYY-MM-DD', others: ['DD/MM/YYYY'], zone: null })})::date`

function checksOf(columns: ColumnExpressions, mapping: Mapping, today: string): StagingCheck[] {
  const value = (field: string) => `left(${columns.text(field)}, 60)`
  // Each distinct type and date of a voucher file is checked once, because a file has few of them.
  const notAmong = (field: string, validValues: (column: string) => string) => {
    const cell = columns.cell(field)
    return cell && `not coalesce(${cell} in (${validValues(cell.slice(2))}), false)`
  }
  const voucherTypeSql = `select from list_item item where item.list_name = 'VoucherType' and item.status = 'Active' and item.value = ${upper(columns, 'VoucherType')}`
  const day = pg.escapeLiteral(today)
  const fields = ['VoucherNo', 'SecurityCode', 'VoucherType', 'Value', 'ExpiryDate']
  return [
    ...fields.map((field) => createRequiredCheck(columns, field)),
    ...['VoucherNo', 'VoucherType', 'Reference'].map((field) => createLengthCheck(columns, field)),
    // The faults of a security code never contain the code.
    { ...createLengthCheck(columns, 'SecurityCode'), value: 'null' },
    createScientificNotationCheck(columns, 'VoucherNo'),
    { ...createScientificNotationCheck(columns, 'SecurityCode'), value: 'null' },
    createScientificNotationCheck(columns, 'Reference'),
    {
      // A file of failed rows contains dots instead of the security code.
      when: `${columns.text('SecurityCode')} ~ '[[:cntrl:]]|^•+$'`,
      reason: 'not_allowed',
      field: 'SecurityCode',
      value: 'null',
    },
    {
      when: `${voucherNo(columns)} !~ '^[A-Z0-9][A-Z0-9_/.-]*$'`,
      reason: 'not_a_voucher_number',
      field: 'VoucherNo',
      value: value('VoucherNo'),
    },
    {
      when: `not exists (${voucherTypeSql})`,
      screen: notAmong(
        'VoucherType',
        (column) => `select r.${column} from (select distinct ${column} from raw) r where exists (${voucherTypeSql})`,
      ),
      reason: 'not_a_voucher_type',
      field: 'VoucherType',
      value: value('VoucherType'),
    },
    ...createUnambiguousNumberCheck(columns, 'Value', mapping),
    ...createNumberCheck(columns, 'Value', 14, 2),
    {
      when: `case when pg_input_is_valid(${columns.text('Value')}, 'numeric(14,2)') then ${columns.text('Value')}::numeric <= 0 end`,
      reason: 'out_of_range',
      field: 'Value',
      value: value('Value'),
    },
    {
      when: `${columns.text('ExpiryDate')} is not null and ${dayOf(columns)} is null`,
      screen: notAmong(
        'ExpiryDate',
        (column) =>
          `select r.${column} from (select distinct ${column} from raw) r where ${dayOf(columns)} >= ${day}::date`,
      ),
      reason: 'not_a_date',
      field: 'ExpiryDate',
      value: value('ExpiryDate'),
    },
    {
      when: `${dayOf(columns)} < ${day}::date`,
      screen: columns.cell('ExpiryDate') && secondaryCheckScreenSql,
      reason: 'out_of_range',
      field: 'ExpiryDate',
      value: value('ExpiryDate'),
    },
    {
      when: `${columns.text('Reference')} ~ '[[:cntrl:]]'`,
      reason: 'not_allowed',
      field: 'Reference',
      value: value('Reference'),
    },
  ]
}

type Chunk = { last: string; count: number; numbers: string; codes: string }

/** Writes all vouchers in one transaction, so that an interrupted run has written no voucher. */
async function write(work: ImporterInput) {
  if (!work.keys) throw new Error('Security codes cannot be sealed without the key of the server')
  const sealing = startSecurityCodeEncryption(work.keys)
  try {
    await writeSealed(work, sealing)
  } finally {
    await sealing.end()
  }
}

async function writeSealed(work: ImporterInput, sealing: ReturnType<typeof startSecurityCodeEncryption>) {
  const { client, staging, importId, origin, now } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select on staged_voucher to carat_app`)
  const sealNextChunk = async (row: string) => {
    // The statement fails if the connection of the run was terminated and its lock released.
    const { rows } = await client.query<Chunk>(nextChunk, [row])
    const [chunk] = rows
    return chunk && { ...chunk, sealed: await sealing.seal(chunk.codes) }
  }
  await inJobTransaction(work, { bulk: importId }, async (db) => {
    await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
    let created = 0
    for (let chunk = await sealNextChunk('0'); chunk; ) {
      const insertion = db.executeQuery(
        CompiledQuery.raw(writeChunk, [chunk.numbers, chunk.sealed, sealing.keyId, importId, origin.userId, now]),
      )
      // The codes of the next chunk are encrypted while the database writes the current chunk.
      const [next] = await Promise.all([sealNextChunk(chunk.last), insertion])
      created += chunk.count
      work.reportProgress({ created })
      chunk = next
    }
  })
}

// Each chunk is sent as one text, because one parameter per value would use the server's memory once per row.
const nextChunk = `
  select max(row_no)::text as last, count(*)::int as count, string_agg(row_no::text, ',' order by row_no) as numbers,
    string_agg(voucher_no || E'\\t' || code, E'\\n' order by row_no) as codes
  from (select row_no, voucher_no, code from staged_voucher where result = 'Created' and row_no > $1 order by row_no limit ${CHUNK}) next
  having count(*) > 0`

const writeChunk = `
  insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, reference, batch_id, created_by_id, created_at, updated_at)
  select voucher_no, decode(sealed, 'base64'), $3, voucher_type, value, expiry_date, reference, $4, $5, $6, $6
  from unnest(string_to_array($1, ',')::bigint[], string_to_array($2, ',')) coded (row_no, sealed) join staged_voucher using (row_no)`
