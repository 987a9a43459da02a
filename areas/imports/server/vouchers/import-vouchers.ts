import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { sealingManyCodes } from '#areas/vouchers/server/index.ts'
import { inJob } from '#kit/server/job-context.ts'
import type { Mapping } from '../../contract/mapping.ts'
import {
  type Check,
  faultAs,
  faultyResult,
  notAmbiguous,
  notShortened,
  notTooLong,
  number,
  onlySuspects,
  required,
  resultTable,
  timestampOf,
  unreadableResult,
  validate,
} from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'
import { rowIndex } from '../staging/stage.ts'
import type { Figures, Work } from '../work.ts'

/** Codes are sealed here and not in the database, which has no key: some thousand at a time. */
const CHUNK = 5_000

/** Loads vouchers: all rows of the file or none, unless the good ones alone are asked for. */
export async function importVouchers(work: Work): Promise<Figures> {
  const { client, columns, mapping, dryRun } = work
  work.reportProgress({ step: 'Checking' })
  await client.query(rowIndex)
  await client.query(validate(checksOf(columns, mapping, work.today)))
  await client.query(`
    drop table if exists row_result, ticket;
    create unlogged table ticket as
    select r.row_no, ${voucherNo(columns)} as voucher_no, ${columns.text('SecurityCode')} as code, ${upper(columns, 'VoucherType')} as voucher_type,
      ${columns.text('Value')}::numeric(14,2) as value, ${dayOf(columns)} as expiry_date, ${columns.text('Reference')} as reference,
      'Created'::text as result, null::text as reason, null::text as told, min(r.row_no) over (partition by ${voucherNo(columns)}) as first_row
    from raw r where not exists (select from fault where fault.row_no = r.row_no);
    create unique index on ticket (row_no); analyze ticket;
    update ticket set result = 'Failed', reason = 'voucher_twice', told = first_row::text where first_row <> row_no;
    update ticket t set result = case when v.voucher_type = t.voucher_type and v.value = t.value and v.status <> 'Deleted' then 'Skipped' else 'Failed' end,
      reason = case when v.voucher_type = t.voucher_type and v.value = t.value and v.status <> 'Deleted' then 'already_there' else 'voucher_exists' end, told = t.voucher_no
    from voucher v where v.voucher_no = t.voucher_no and t.result = 'Created'`)
  if (!mapping.goodRows)
    await client.query(
      `update ticket set result = 'Skipped', reason = 'other_rows_failed' where result = 'Created'
         and (exists (select from fault) or exists (select from unreadable) or exists (select from ticket bad where bad.result = 'Failed'))`,
    )
  if (!dryRun) await write(work)
  await client.query(`
    ${resultTable};
    ${unreadableResult};
    ${faultyResult};
    insert into row_result
    select row_no, row_no, 'Failed', reason, jsonb_build_array(${faultAs('reason', `'VoucherNo'`, 'told')}) from ticket where result = 'Failed';
    insert into row_result
    select min(row_no), max(row_no), result, reason, null
    from (select row_no, result, reason, row_no - row_number() over (partition by result, reason order by row_no) as run from ticket where result <> 'Failed') runs
    group by result, reason, run`)
  const { rows } = await client.query(`
    select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
      coalesce(sum(value) filter (where result = 'Created'), 0)::text as "Amount" from ticket`)
  return rows[0]
}

const upper = (columns: Columns, field: string) => `upper(${columns.text(field)})`
const voucherNo = (columns: Columns) => upper(columns, 'VoucherNo')

/** Both ways in which such files write a day, whatever the mapping says. */
const dayOf = (columns: Columns) =>
  `(${timestampOf(columns.text('ExpiryDate'), { format: 'YYYY-MM-DD', others: ['DD/MM/YYYY'], zone: null })})::date`

function checksOf(columns: Columns, mapping: Mapping, today: string): Check[] {
  const value = (field: string) => `left(${columns.text(field)}, 60)`
  // A file has few types and few days: each is looked at once, and rows are held against those that are right.
  const among = (field: string, good: (column: string) => string) => {
    const cell = columns.cell(field)
    return cell && `not coalesce(${cell} in (${good(cell.slice(2))}), false)`
  }
  const known = `select from list_item known where known.list_name = 'VoucherType' and known.status = 'Active' and known.value = ${upper(columns, 'VoucherType')}`
  const day = pg.escapeLiteral(today)
  const fields = ['VoucherNo', 'SecurityCode', 'VoucherType', 'Value', 'ExpiryDate']
  return [
    ...fields.map((field) => required(columns, field)),
    ...['VoucherNo', 'VoucherType', 'Reference'].map((field) => notTooLong(columns, field)),
    // A fault of a code is told without the code.
    { ...notTooLong(columns, 'SecurityCode'), value: 'null' },
    notShortened(columns, 'VoucherNo'),
    { ...notShortened(columns, 'SecurityCode'), value: 'null' },
    notShortened(columns, 'Reference'),
    {
      // A file of failed rows shows dots instead of the code.
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
      when: `not exists (${known})`,
      screen: among(
        'VoucherType',
        (column) => `select r.${column} from (select distinct ${column} from raw) r where exists (${known})`,
      ),
      reason: 'not_a_voucher_type',
      field: 'VoucherType',
      value: value('VoucherType'),
    },
    ...notAmbiguous(columns, 'Value', mapping),
    ...number(columns, 'Value', 14, 2),
    {
      when: `case when pg_input_is_valid(${columns.text('Value')}, 'numeric(14,2)') then ${columns.text('Value')}::numeric <= 0 end`,
      reason: 'out_of_range',
      field: 'Value',
      value: value('Value'),
    },
    {
      when: `${columns.text('ExpiryDate')} is not null and ${dayOf(columns)} is null`,
      screen: among(
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
      screen: columns.cell('ExpiryDate') && onlySuspects,
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

/** One transaction: a run that ends half-way has loaded nothing. */
async function write(work: Work) {
  if (!work.keys) throw new Error('Security codes cannot be sealed without the key of the server')
  const sealing = sealingManyCodes(work.keys)
  try {
    await writeSealed(work, sealing)
  } finally {
    await sealing.end()
  }
}

async function writeSealed(work: Work, sealing: ReturnType<typeof sealingManyCodes>) {
  const { client, staging, importId, origin, now } = work
  work.reportProgress({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select on ticket to carat_app`)
  const sealedAfter = async (row: string) => {
    // A run whose own connection was taken away, and its lock with it, ends here.
    const { rows } = await client.query<Chunk>(nextChunk, [row])
    const [chunk] = rows
    return chunk && { ...chunk, sealed: await sealing.seal(chunk.codes) }
  }
  await inJob(work, { bulk: importId }, async (db) => {
    await sql`select set_config('search_path', ${`${staging}, public`}, true)`.execute(db)
    let created = 0
    for (let chunk = await sealedAfter('0'); chunk; ) {
      const written = db.executeQuery(
        CompiledQuery.raw(writeChunk, [chunk.numbers, chunk.sealed, sealing.keyId, importId, origin.userId, now]),
      )
      // The next rows are sealed while the database writes these.
      const [next] = await Promise.all([sealedAfter(chunk.last), written])
      created += chunk.count
      work.reportProgress({ created })
      chunk = next
    }
  })
}

// Rows come and go as one text each time: values of their own would fill the server's memory for each row again.
const nextChunk = `
  select max(row_no)::text as last, count(*)::int as count, string_agg(row_no::text, ',' order by row_no) as numbers,
    string_agg(voucher_no || E'\\t' || code, E'\\n' order by row_no) as codes
  from (select row_no, voucher_no, code from ticket where result = 'Created' and row_no > $1 order by row_no limit ${CHUNK}) next
  having count(*) > 0`

const writeChunk = `
  insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, reference, batch_id, created_by_id, created_at, updated_at)
  select voucher_no, decode(sealed, 'base64'), $3, voucher_type, value, expiry_date, reference, $4, $5, $6, $6
  from unnest(string_to_array($1, ',')::bigint[], string_to_array($2, ',')) coded (row_no, sealed) join ticket using (row_no)`
