import { declared, fieldsOfFiles } from '#areas/customers/contract/customer-fields.ts'
import { toColumn } from '#kit/server/names.ts'
import { type Mapping, rowOfCustomers } from '../../contract/mapping.ts'
import { timestampOf } from '../staging/checks.ts'
import type { Columns } from '../staging/columns.ts'
import { dates, type Fault, faultOf, lists } from './faults.ts'

type Field = keyof typeof rowOfCustomers

/** What a membership gets when its row names no category: the programme that the counter uses, and its lowest tier. */
export const companySql = `
  select chosen.group_id, category.code
  from (
    select group_id from card_group where status = 'Active'
    order by (name = (select value #>> '{}' from setting where name = 'membership.defaultCardGroup')) desc nulls last, group_id limit 1
  ) chosen
  left join lateral (
    select code from card_category where card_group_id = chosen.group_id and status = 'Active' order by level_sequence limit 1
  ) category on true`

// A value of a list in any case, as the list writes it. Joined as a table: asking the list for each row takes a hundred times as long.
const spellings = `
  create unlogged table spelling as
  select distinct on (list_name, lower(value)) list_name, lower(value) as typed, value from list_item where status = 'Active' order by 1, 2, 3;
  analyze spelling`

const memberType = `case
  when t."MemberType" is null then case when t."CardCategoryCode" is null then 'Non-Premium Member' else 'Premium Member' end
  when upper(t."MemberType") in ('PREMIUM MEMBER', 'PREMIUM') then 'Premium Member'
  when upper(t."MemberType") in ('NON-PREMIUM MEMBER', 'NON-PREMIUM') then 'Non-Premium Member'
  else t."MemberType" end`

/** Fields that go from the file into the customer by what they are declared as; of the others more has to be found out. */
export const plainFields = fieldsOfFiles.filter(
  (name) => name !== 'IdType' && name !== 'IdNo' && name !== 'ContactNo' && name !== 'Email',
)

/** Where rows of customers come in another list: what such a row has to name, and what else is read of it. */
type Other = { demanded?: Fault[]; more?: string[] }

/** The rows as customers, cleaned as the counter cleans them, each with the faults that it shows by itself. `today` is a date. */
export function readCustomers(
  columns: Columns,
  mapping: Mapping,
  today: string,
  { demanded, more }: Other = {},
): string {
  const listed = lists.filter(([field]) => columns.has(field))
  const inList = (field: Field) => (columns.has(field) ? `coalesce("of ${field}".value, t."${field}")` : 'null::text')
  const date = (field: Field) =>
    columns.has(field) ? `(${timestampOf(`t."${field}"`, mapping.dates)})::date` : 'null::date'
  const plain = (field: (typeof plainFields)[number]) => {
    const { date: isDate, values, file } = declared[field]
    const value = isDate
      ? date(field)
      : values
        ? inList(field)
        : file?.upper
          ? `upper_text(t."${field}")`
          : `t."${field}"`
    return `${value} as ${toColumn(field)}`
  }
  return `
    drop table if exists guest, phone, row_result, spelling;
    ${spellings};
    create unlogged table guest as
    select g.*, case when g.id_no is not null then coalesce(g.id_type_given, 'Other') end as id_type, ${faultOf(columns, today, demanded)} as own_faults, null::bigint as customer_id, null::text as reason, null::jsonb as faults
    from (
      select t.*, ${memberType} as member_type, upper(t."CardCategoryCode") as category_given,
        nullif(regexp_replace(upper(t."IdNo"), '[[:space:]./-]', '', 'g'), '') as id_no, ${inList('IdType')} as id_type_given,
        ${date('JoinDate')} as join_date, null::text as contact_no, null::text as alternate_contact_no, lower_text(t."Email") as email, ${plainFields.map(plain).join(', ')},
        ${inList('State')} as state, upper(t."OutletCode") as outlet_code, regexp_replace(upper(t."MembershipNo"), '[^A-Z0-9]', '', 'g') as membership_no,
        upper(t."ServiceConsentYN") as service_consent, upper(t."EmailConsentYN") as email_consent, upper(t."SMSConsentYN") as sms_consent
      from (${typed(columns, mapping, more)} offset 0) t
      ${listed.map(([field, list]) => `left join spelling "of ${field}" on "of ${field}".list_name = '${list}' and "of ${field}".typed = lower(t."${field}")`).join('\n')}
      offset 0
    ) g;
    alter table guest add primary key (row_no);
    analyze guest`
}

/** The texts of the file without what surrounds them, and whether the file itself, not a constant, says anything of a category or a place. */
function typed(columns: Columns, mapping: Mapping, more: string[] = []) {
  const texts = Object.keys(rowOfCustomers).map((field) => `${cleaned(columns, field as Field, mapping)} as "${field}"`)
  texts.push(...more)
  return `select r.row_no, ${texts.join(', ')}, ${said(columns, ['CardCategoryCode'])} as says_category,
    ${said(columns, ['Line2', 'Postcode', 'City', 'State'])} as says_place from raw r`
}

const blanks = `E' \\t\\n\\r\\f'`

/** Fields that the counter reads as codes. */
const codes: readonly Field[] = ['FullName', 'IdNo', 'ContactNo', 'Email', 'MembershipNo', 'OutletCode', 'Postcode']
/** Fields in which other systems write that there is nothing, with the words for it. */
const mayBeNothing: readonly Field[] = ['IdNo', 'ContactNo', 'Email', ...dates]
const nothing = `('N/A', 'NA', 'N.A.', 'N.A', '#N/A', 'NIL', 'NONE', 'NULL', '-', '--')`

function cleaned(columns: Columns, field: Field, mapping: Mapping) {
  if (!columns.has(field)) return 'null::text'
  const cell = columns.text(field)
  if (field === 'Remarks') return `nullif(btrim(replace(${cell}, E'\\r\\n', E'\\n'), ${blanks}), '')`
  const line = `${codes.includes(field) ? 'normal_code' : 'normal_text'}(btrim(${cell}, ${blanks}))`
  const text = mayBeNothing.includes(field) ? `case when upper(${line}) not in ${nothing} then ${line} end` : line
  // The reference has to be the one that a file of sales, read with the same mapping, would ask for.
  return field === 'CustomerRef' && mapping.customerReference === 'decimal'
    ? `regexp_replace(${text}, '\\.0+$', '')`
    : text
}

function said(columns: Columns, fields: Field[]) {
  const cells = fields.map((field) => columns.cell(field)).filter((cell) => cell !== undefined)
  return cells.length === 0 ? 'false' : `(${cells.map((cell) => `coalesce(btrim(${cell}) <> '', false)`).join(' or ')})`
}
