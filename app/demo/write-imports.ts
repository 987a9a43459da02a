import type { ClientBase } from 'pg'
import { Mapping, voucherTargetFields } from '#areas/imports/contract/mapping.ts'
import { IMPORT_SAMPLE_ROWS } from '#areas/imports/contract.ts'

// The voucher file of the demo's import. Its last row failed because its voucher type does not exist.

const columns = Object.keys(voucherTargetFields)
const mapping = Mapping.parse({ columns: Object.fromEntries(columns.map((name) => [name, name])), goodRows: true })

/** The mask that replaces security codes after the import. */
const HIDDEN = '•••'
const DAYS_AGO = 30

type Line = { no: string; type: string; value: string; expires: string; reference: string }
const cellsOf = ({ no, type, value, expires, reference }: Line) => [no, HIDDEN, type, value, expires, reference]

export async function seedImports(client: ClientBase) {
  const { rows: good } = await client.query<Line>(
    `select voucher_no as no, voucher_type as type, value::text, to_char(expiry_date, 'DD/MM/YYYY') as expires, reference
     from voucher where reference = 'PRINT-2026' order by voucher_no`,
  )
  const failedLine: Line = { ...good.at(-1)!, no: `GV-2026-${String(good.length + 1).padStart(5, '0')}`, type: 'X' }
  const sum = good.reduce((cents, { value }) => cents + BigInt(value.replace('.', '')), 0n).toString()
  const figures = { Rows: good.length + 1, Amount: `${sum.slice(0, -2)}.${sum.slice(-2)}` }
  const { rows } = await client.query<{ import_id: string }>(
    `insert into import_job (kind, file_name, file_bytes, status, rows_total, rows_read, rows_created, rows_failed, columns, sample, mapping, figures,
       created_by_id, created_by, outlet_code, created_at, started_at, ended_at)
     select 'vouchers', 'vouchers-of-the-printer.csv', $1, 'Completed', $2::int + 1, $2::int + 1, $2, 1, $3, $4, $5, $6, user_id, username, 'HQ',
       at - interval '3 minutes', at - interval '4 seconds', at
     from user_account, (select now() - make_interval(days => ${DAYS_AGO}) as at) ended where username = 'hq' returning import_id`,
    [
      [columns, ...[...good, failedLine].map(cellsOf)].map((cells) => `${cells.join(',')}\r\n`).join('').length,
      good.length,
      JSON.stringify(columns),
      JSON.stringify(good.slice(0, IMPORT_SAMPLE_ROWS).map(cellsOf)),
      JSON.stringify(mapping),
      JSON.stringify(figures),
    ],
  )
  const { import_id } = rows[0]!
  const fault = { Reason: 'not_a_voucher_type', Field: 'VoucherType', Value: failedLine.type }
  await client.query(
    `insert into import_row_result (import_id, first_row, last_row, result, reason, field, value, faults, content)
     values ($1, 1, $2, 'Created', null, null, null, null, null), ($1, $2 + 1, $2 + 1, 'Failed', $3, $4, $5, $6, $7)`,
    [
      ...[import_id, good.length, fault.Reason, fault.Field, fault.Value],
      ...[JSON.stringify([fault]), JSON.stringify(cellsOf(failedLine))],
    ],
  )
  await client.query(
    `update voucher set batch_id = $1, created_at = ended_at, created_by_id = import_job.created_by_id
     from import_job where import_id = $1 and reference = 'PRINT-2026'`,
    [import_id],
  )
}
