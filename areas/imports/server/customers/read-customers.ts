import { customerFieldDeclarations, importedCustomerFields } from '#areas/customers/contract/customer-fields.ts'
import { toColumnName } from '#kit/server/names.ts'
import { customerTargetFields, type Mapping } from '../../contract/mapping.ts'
import { parseTimestampSql } from '../staging/checks.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import { importedDateFields, importedLookupListFields, type RowFaultCheck, rowFaultsSql } from './faults.ts'

type Field = keyof typeof customerTargetFields

/** The card group of the counter and its lowest tier, which are the defaults for a row without a category. */
export const cardDefaultsSql = `
  select chosen.group_id, category.code
  from (
    select group_id from card_group where status = 'Active'
    order by (name = (select value #>> '{}' from setting where name = 'membership.defaultCardGroup')) desc nulls last, group_id limit 1
  ) chosen
  left join lateral (
    select code from card_category where card_group_id = chosen.group_id and status = 'Active' order by level_sequence limit 1
  ) category on true`

// Values of lookup lists by their lower case, for a join, because a lookup per row takes 100 times as long.
const spellings = `
  create unlogged table spelling as
  select distinct on (list_name, lower(value)) list_name, lower(value) as typed, value from list_item where status = 'Active' order by 1, 2, 3;
  analyze spelling`

const memberType = `case
  when t."MemberType" is null then case when t."CardCategoryCode" is null then 'Non-Premium Member' else 'Premium Member' end
  when upper(t."MemberType") in ('PREMIUM MEMBER', 'PREMIUM') then 'Premium Member'
  when upper(t."MemberType") in ('NON-PREMIUM MEMBER', 'NON-PREMIUM') then 'Non-Premium Member'
  else t."MemberType" end`

/** The fields that are copied from the file without extra steps. */
export const importedFieldsWithoutExtraSteps = importedCustomerFields.filter(
  (name) => name !== 'IdType' && name !== 'IdNo' && name !== 'ContactNo' && name !== 'Email',
)

/** The options of kinds of imports that extend customer rows: the required values of a row, and further columns. */
type CustomerRowOptions = { requiredFaults?: RowFaultCheck[]; more?: string[] }

/** Reads the rows as customers, normalised as at the counter, with the faults of each row. `today` is an SQL date. */
export function readCustomersSql(
  columns: ColumnExpressions,
  mapping: Mapping,
  today: string,
  { requiredFaults, more }: CustomerRowOptions = {},
): string {
  const listed = importedLookupListFields.filter(([field]) => columns.has(field))
  const inList = (field: Field) => (columns.has(field) ? `coalesce("of ${field}".value, t."${field}")` : 'null::text')
  const date = (field: Field) =>
    columns.has(field) ? `(${parseTimestampSql(`t."${field}"`, mapping.dates)})::date` : 'null::date'
  const plain = (field: (typeof importedFieldsWithoutExtraSteps)[number]) => {
    const { date: isDate, values, file } = customerFieldDeclarations[field]
    const value = isDate
      ? date(field)
      : values
        ? inList(field)
        : file?.upper
          ? `upper_text(t."${field}")`
          : `t."${field}"`
    return `${value} as ${toColumnName(field)}`
  }
  return `
    drop table if exists staged_customer, phone, row_result, spelling;
    ${spellings};
    create unlogged table staged_customer as
    select g.*, case when g.id_no is not null then coalesce(g.id_type_given, 'Other') end as id_type, ${rowFaultsSql(columns, today, requiredFaults)} as row_faults, null::bigint as customer_id, null::text as reason, null::jsonb as faults
    from (
      select t.*, ${memberType} as member_type, upper(t."CardCategoryCode") as category_given,
        nullif(regexp_replace(upper(t."IdNo"), '[[:space:]./-]', '', 'g'), '') as id_no, ${inList('IdType')} as id_type_given,
        ${date('JoinDate')} as join_date, null::text as contact_no, null::text as alternate_contact_no, lower_text(t."Email") as email, ${importedFieldsWithoutExtraSteps.map(plain).join(', ')},
        ${inList('State')} as state, upper(t."OutletCode") as outlet_code, regexp_replace(upper(t."MembershipNo"), '[^A-Z0-9]', '', 'g') as membership_no,
        upper(t."ServiceConsentYN") as service_consent, upper(t."EmailConsentYN") as email_consent, upper(t."SMSConsentYN") as sms_consent
      from (${selectTexts(columns, mapping, more)} offset 0) t
      ${listed.map(([field, list]) => `left join spelling "of ${field}" on "of ${field}".list_name = '${list}' and "of ${field}".typed = lower(t."${field}")`).join('\n')}
      offset 0
    ) g;
    alter table staged_customer add primary key (row_no);
    analyze staged_customer`
}

/** Selects the trimmed texts of the file, and whether a column gives a category or part of an address. */
function selectTexts(columns: ColumnExpressions, mapping: Mapping, more: string[] = []) {
  const texts = Object.keys(customerTargetFields).map(
    (field) => `${cleaned(columns, field as Field, mapping)} as "${field}"`,
  )
  texts.push(...more)
  return `select r.row_no, ${texts.join(', ')}, ${hasAnyText(columns, ['CardCategoryCode'])} as has_category,
    ${hasAnyText(columns, ['Line2', 'Postcode', 'City', 'State'])} as has_address_part from raw r`
}

const blanks = `E' \\t\\n\\r\\f'`

/** The fields that the counter normalises as codes. */
const codes: readonly Field[] = ['FullName', 'IdNo', 'ContactNo', 'Email', 'MembershipNo', 'OutletCode', 'Postcode']
/** The fields in which other systems write a placeholder for an empty value. */
const placeholderFields: readonly Field[] = ['IdNo', 'ContactNo', 'Email', ...importedDateFields]
const placeholders = `('N/A', 'NA', 'N.A.', 'N.A', '#N/A', 'NIL', 'NONE', 'NULL', '-', '--')`

function cleaned(columns: ColumnExpressions, field: Field, mapping: Mapping) {
  if (!columns.has(field)) return 'null::text'
  const cell = columns.text(field)
  if (field === 'Remarks') return `nullif(btrim(replace(${cell}, E'\\r\\n', E'\\n'), ${blanks}), '')`
  const line = `${codes.includes(field) ? 'normal_code' : 'normal_text'}(btrim(${cell}, ${blanks}))`
  const text = placeholderFields.includes(field)
    ? `case when upper(${line}) not in ${placeholders} then ${line} end`
    : line
  // The result must equal the customer reference in a sales file with the same mapping.
  return field === 'CustomerRef' && mapping.customerReference === 'decimal'
    ? `regexp_replace(${text}, '\\.0+$', '')`
    : text
}

function hasAnyText(columns: ColumnExpressions, fields: Field[]) {
  const cells = fields.map((field) => columns.cell(field)).filter((cell) => cell !== undefined)
  return cells.length === 0 ? 'false' : `(${cells.map((cell) => `coalesce(btrim(${cell}) <> '', false)`).join(' or ')})`
}
