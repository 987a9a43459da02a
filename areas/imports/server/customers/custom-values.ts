import type pg from 'pg'
import type { FormField } from '#areas/custom-fields/contract/custom-fields.ts'
import { createCustomValueSchema } from '#areas/custom-fields/contract/custom-values.ts'
import { findActiveCustomFields, findUnavailableFieldError } from '#areas/custom-fields/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { ImportKind, RowFault } from '../../contract.ts'
import { parseTimestampSql } from '../staging/checks.ts'
import type { ImporterInput } from '../work.ts'

// Each value of a custom field in a file follows the rule of its field, as in forms.
// A file may omit fields that are mandatory in forms, because older records do not have them.

/** Returns the name of a custom field in a mapping. */
export const customFieldMappingName = (code: string) => `CustomValues.${code}`

/**
 * Reads the custom fields of customers that a file of the kind `customers` or `leads` may contain.
 * Refuses a mapping that names a deleted custom field, with the field's display name in the error.
 */
export async function importableCustomFields(
  ctx: Pick<Ctx, 'db'>,
  kind: ImportKind,
  mapping: Mapping,
): Promise<FormField[]> {
  if (kind !== 'customers' && kind !== 'leads') return []
  const fields = await findActiveCustomFields(ctx, 'Customer')
  const knownTargets = new Set(fields.map(({ CustomFieldCode }) => customFieldMappingName(CustomFieldCode)))
  for (const field of [...Object.values(mapping.columns), ...Object.keys(mapping.constants)])
    if (field.startsWith(customFieldMappingName('')) && !knownTargets.has(field))
      throw await findUnavailableFieldError(ctx, 'Customer', field.slice(customFieldMappingName('').length))
  return fields
}

/** Returns the custom fields as target fields of a mapping. */
export const toCustomFieldTargets = (fields: readonly FormField[]) =>
  Object.fromEntries(
    fields.map(({ CustomFieldCode, FieldType }) => [
      customFieldMappingName(CustomFieldCode),
      { required: false, max: CUSTOM_VALUE_MAX, isNumber: FieldType === 'Number' },
    ]),
  )

/** The maximum length of a cell for a custom field. */
const CUSTOM_VALUE_MAX = 2_000

// The rows are read in small pages, so that other requests of this process are not delayed.
const ROWS = 1_000

type Row = { row_no: string; cells: Record<string, string | null> }

/** Reads values of custom fields into the column `custom_values`, and adds their faults to those of the row. */
export async function stageCustomValues({ client, columns, mapping, timeZone, customFields }: ImporterInput) {
  await client.query(`alter table staged_customer add column custom_values jsonb not null default '{}'`)
  const mapped = customFields.filter(({ CustomFieldCode }) => columns.has(customFieldMappingName(CustomFieldCode)))
  if (mapped.length === 0) return
  const cells = mapped.map((field) => {
    const text = columns.text(customFieldMappingName(field.CustomFieldCode))
    return `'${field.CustomFieldCode}', ${readAs(field, text, { ...mapping.dates, zone: mapping.dates.zone ?? timeZone })}`
  })
  for (let last = '0'; ; ) {
    const { rows } = await client.query<Row>(
      `select row_no, jsonb_strip_nulls(jsonb_build_object(${cells.join(', ')})) as cells from raw r where row_no > $1 order by row_no limit ${ROWS}`,
      [last],
    )
    if (rows.length === 0) return
    last = rows.at(-1)!.row_no
    const parsedRows = rows.filter((row) => Object.keys(row.cells).length > 0).map((row) => valuesOf(mapped, row))
    await storeValues(client, parsedRows)
  }
}

/** The SQL that converts a date or time from the file's format to the stored format. Other text fails the validation. */
function readAs({ FieldType }: FormField, text: string, dates: Mapping['dates'] & { zone: string }) {
  if (FieldType !== 'Date' && FieldType !== 'Datetime') return text
  const moment = parseTimestampSql(text, dates)
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
    const { data, error } = createCustomValueSchema(field).safeParse(listValuesOf(field, cell))
    if (error)
      faults.push({
        Reason: reasonOf(field, cell),
        Field: customFieldMappingName(field.CustomFieldCode),
        Value: cell.slice(0, 60),
      })
    else values[field.CustomFieldCode] = data
  }
  return { row_no, values, faults }
}

/** Maps the labels of list entries, in any language and case, to the stored values of the list. */
function listValuesOf({ FieldType, ListItems }: FormField, cell: string): string | string[] {
  const normalise = (text: string) => text.normalize('NFC').trim().toLowerCase()
  const itemOf = (text: string) =>
    ListItems.find(({ Value, Labels }) =>
      [Value, ...Object.values(Labels)].some((label) => normalise(label) === normalise(text)),
    )?.Value
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
  const isLong = (FieldType === 'Text' && cell.length > 200) || cell.length > CUSTOM_VALUE_MAX
  return isLong ? 'too_long' : 'not_allowed'
}

async function storeValues(client: pg.Client, parsedRows: readonly ReturnType<typeof valuesOf>[]) {
  await client.query(
    `update staged_customer set custom_values = parsed.values,
       row_faults = nullif(coalesce(row_faults, '[]'::jsonb) || parsed.faults, '[]'::jsonb)
     from unnest($1::bigint[], $2::jsonb[], $3::jsonb[]) parsed (row_no, values, faults) where staged_customer.row_no = parsed.row_no`,
    [
      parsedRows.map(({ row_no }) => row_no),
      parsedRows.map(({ values }) => JSON.stringify(values)),
      parsedRows.map(({ faults }) => JSON.stringify(faults)),
    ],
  )
}
