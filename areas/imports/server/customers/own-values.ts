import type pg from 'pg'
import type { FormField } from '#areas/custom-fields/contract/custom-fields.ts'
import { valueSchema } from '#areas/custom-fields/contract/custom-values.ts'
import { fieldGone, fieldsOf } from '#areas/custom-fields/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { ImportKind, RowFault } from '../../contract.ts'
import { timestampOf } from '../staging/checks.ts'
import type { Work } from '../work.ts'

// THE COMPANY'S OWN FIELDS IN A FILE: each value by the rule of its field, which is the one of forms. A file need not name those that
// are mandatory in forms: what nobody wrote down at the time cannot be demanded of it.

/** How mappings name such a field. */
export const ownField = (code: string) => `CustomValues.${code}`

/**
 * The fields that a file may bring: only those of customers and of leads make customers. One that its mapping names and that is gone is
 * refused by the name that people know.
 */
export async function ownFieldsOf(ctx: Pick<Ctx, 'db'>, kind: ImportKind, mapping: Mapping): Promise<FormField[]> {
  if (kind !== 'customers' && kind !== 'leads') return []
  const fields = await fieldsOf(ctx, 'Customer')
  const known = new Set(fields.map(({ CustomFieldCode }) => ownField(CustomFieldCode)))
  for (const field of [...Object.values(mapping.columns), ...Object.keys(mapping.constants)])
    if (field.startsWith(ownField('')) && !known.has(field))
      throw await fieldGone(ctx, 'Customer', field.slice(ownField('').length))
  return fields
}

/** What a mapping may name because of them. */
export const asTargets = (fields: readonly FormField[]) =>
  Object.fromEntries(
    fields.map(({ CustomFieldCode, FieldType }) => [
      ownField(CustomFieldCode),
      { required: false, max: OWN_VALUE_MAX, isNumber: FieldType === 'Number' },
    ]),
  )

/** A file is a person's table: nobody writes more than this into a cell. */
const OWN_VALUE_MAX = 2_000

// So few at a time that calls which the same program answers do not wait for it.
const ROWS = 1_000

type Row = { row_no: string; cells: Record<string, string | null> }

/** Reads them into the column `custom_values`, with what is wrong in them beside the other faults of the row. */
export async function readOwnValues({ client, columns, mapping, timeZone, ownFields }: Work) {
  await client.query(`alter table guest add column custom_values jsonb not null default '{}'`)
  const mapped = ownFields.filter(({ CustomFieldCode }) => columns.has(ownField(CustomFieldCode)))
  if (mapped.length === 0) return
  const cells = mapped.map((field) => {
    const text = columns.text(ownField(field.CustomFieldCode))
    return `'${field.CustomFieldCode}', ${readAs(field, text, { ...mapping.dates, zone: mapping.dates.zone ?? timeZone })}`
  })
  for (let last = '0'; ; ) {
    const { rows } = await client.query<Row>(
      `select row_no, jsonb_strip_nulls(jsonb_build_object(${cells.join(', ')})) as cells from raw r where row_no > $1 order by row_no limit ${ROWS}`,
      [last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.row_no
    const read = rows.filter((row) => Object.keys(row.cells).length > 0).map((row) => valuesOf(mapped, row))
    await keep(client, read)
  }
}

/** A day and a moment in the form of the file become what the field keeps; what is none stays as it is, and is refused. */
function readAs({ FieldType }: FormField, text: string, dates: Mapping['dates'] & { zone: string }) {
  if (FieldType !== 'Date' && FieldType !== 'Datetime') return text
  const moment = timestampOf(text, dates)
  if (FieldType === 'Date') return `coalesce(to_char(${moment}, 'YYYY-MM-DD'), ${text})`
  const zoned = `(${moment}) at time zone '${dates.zone.replaceAll("'", "''")}' at time zone 'UTC'`
  return `coalesce(to_char(${zoned}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ${text})`
}

function valuesOf(fields: readonly FormField[], { row_no, cells }: Row) {
  const values: Record<string, unknown> = {}
  const faults: RowFault[] = []
  for (const field of fields) {
    const cell = cells[field.CustomFieldCode]
    if (cell === undefined || cell === null) continue
    const { data, error } = valueSchema(field).safeParse(meant(field, cell))
    if (error)
      faults.push({ Reason: reasonOf(field, cell), Field: ownField(field.CustomFieldCode), Value: cell.slice(0, 60) })
    else values[field.CustomFieldCode] = data
  }
  return { row_no, values, faults }
}

/** Of a list the values themselves, however they are written in the file: in any case, or as one of the languages calls them. */
function meant({ FieldType, ListItems }: FormField, cell: string): string | string[] {
  const plain = (text: string) => text.normalize('NFC').trim().toLowerCase()
  const itemOf = (text: string) =>
    ListItems.find(({ Value, Labels }) => [Value, ...Object.values(Labels)].some((one) => plain(one) === plain(text)))
      ?.Value
  if (FieldType === 'Selection') return itemOf(cell) ?? cell
  if (FieldType !== 'Multiple Selection') return cell
  const whole = itemOf(cell)
  if (whole !== undefined) return [whole]
  const parts = cell.split(/[;,|]/).filter((part) => part.trim() !== '')
  return [...new Set(parts.map((part) => itemOf(part) ?? part.trim()))]
}

function reasonOf({ FieldType }: FormField, cell: string): RowFault['Reason'] {
  if (FieldType === 'Date' || FieldType === 'Datetime') return 'not_a_date'
  if (FieldType === 'Number') return 'not_a_number'
  const isLong = (FieldType === 'Text' && cell.length > 200) || cell.length > OWN_VALUE_MAX
  return isLong ? 'too_long' : 'not_allowed'
}

async function keep(client: pg.Client, read: readonly ReturnType<typeof valuesOf>[]) {
  await client.query(
    `update guest set custom_values = read.values,
       own_faults = nullif(coalesce(own_faults, '[]'::jsonb) || read.faults, '[]'::jsonb)
     from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) read (row_no, values, faults) where guest.row_no = read.row_no`,
    [
      read.map(({ row_no }) => row_no),
      read.map(({ values }) => JSON.stringify(values)),
      read.map(({ faults }) => JSON.stringify(faults)),
    ],
  )
}
