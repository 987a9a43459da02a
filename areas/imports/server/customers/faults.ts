import pg from 'pg'
import {
  customerFieldDeclarations,
  importedCustomerFields,
  lookupListNameOfField,
} from '#areas/customers/contract/customer-fields.ts'
import type { ListName } from '#areas/setup/contract.ts'
import { emailPattern } from '#kit/contract/fields.ts'
import { toColumnName } from '#kit/server/names.ts'
import { customerTargetFields } from '../../contract/mapping.ts'
import { faultJsonSql, isScientificNotationSql } from '../staging/checks.ts'
import type { ColumnExpressions } from '../staging/columns.ts'

type Field = keyof typeof customerTargetFields

/** The fields of a row whose values come from a lookup list. */
export const importedLookupListFields: readonly [Field, ListName][] = [
  ...importedCustomerFields.flatMap((name): [Field, ListName][] => {
    const list = lookupListNameOfField(name)
    return list ? [[name, list]] : []
  }),
  ['State', 'MalaysianState'],
]

/** The maximum membership number of a file, because the sequence continues above it and needs room. */
const HIGHEST_NUMBER = 89_999_999

/** A fault as SQL: the condition, its reason code, the field and the reported value. */
export type RowFaultCheck = [when: string, reason: string, field: string, value: string]

/** The SQL for the faults of a row, at most one per field. A row without faults costs a single test and gives null. */
export const collectFaultsSql = (faults: RowFaultCheck[]) => `
  case when ${faults.map(([when]) => `(${when})`).join('\n or ')} then (
    select jsonb_agg(${faultJsonSql('reason', 'field', 'value')} order by place) from (
      select distinct on (field) place, reason, field, value
      from (values ${faults.map(([when, reason, field, value], place) => `(${place}, ${when}, '${reason}', '${field}', (${value})::text)`).join(',\n')})
        checks (place, holds, reason, field, value)
      where holds order by field, place
    ) failed) end`

/** The SQL that joins several lists of faults of one row. */
export const mergeFaultsSql = (...faults: string[]) =>
  `nullif(${faults.map((list) => `coalesce(${list}, '[]'::jsonb)`).join(' || ')}, '[]'::jsonb)`

const displayed = (field: Field) => (field === 'IdNo' ? maskToLastFourSql(`g."IdNo"`) : `left(g."${field}", 60)`)

/** The SQL that shows only the last four characters, because reports never contain full identity numbers. */
export const maskToLastFourSql = (text: string) => `'…' || right(${text}, 4)`

// Refuses control characters and the replacement character, as at the counter.
const unsafe = '\\u0001-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\ufffd'
const isUnsafe = (field: string) => `g."${field}" ~ '[${unsafe}${field === 'Remarks' ? '' : '\\u000a'}]'`

/** The faults of rows that lack the customer reference or the outlet. */
const requiredOfCustomers = (columns: ColumnExpressions): RowFaultCheck[] => [
  columns.has('CustomerRef')
    ? ['g."CustomerRef" is null', 'missing', 'CustomerRef', 'null']
    : // A second run of the file recognises the row by one of these two values.
      ['g.id_no is null and g."ContactNo" is null', 'nobody', 'CustomerRef', 'null'],
  ['g.outlet_code is null', 'missing', 'OutletCode', 'null'],
]

/** The SQL for the faults of a row of `g` that need no comparison with other rows. */
export function rowFaultsSql(
  columns: ColumnExpressions,
  today: string,
  requiredFaults: RowFaultCheck[] = requiredOfCustomers(columns),
): string {
  const mapped = (Object.keys(customerTargetFields) as Field[]).filter((field) => columns.has(field))
  const texts = mapped.filter(
    (field) => field !== 'ServiceConsentYN' && field !== 'EmailConsentYN' && field !== 'SMSConsentYN',
  )
  const has = (faults: RowFaultCheck[]) => faults.filter(([, , field]) => columns.has(field))
  return mergeFaultsSql(
    collectFaultsSql([
      ...requiredFaults,
      ['g.full_name is null', 'missing', 'FullName', 'null'],
      ...texts.map(
        (field): RowFaultCheck => [`length(g."${field}") > ${columns.max(field)}`, 'too_long', field, displayed(field)],
      ),
      [`length(g.full_name) > ${customerTargetFields.FullName.max}`, 'too_long', 'FullName', displayed('FullName')],
      ...has([...identityFaults, ...importedDateFields.flatMap((field) => dateFaults(field, today))]),
      ...has(importedLookupListFields.map(([field, list]) => notListed(field, list))),
      ...has([...memberFaults, ...consentFaults]),
      ['g.has_address_part and g."Line1" is null', 'missing', 'Line1', 'null'],
      ...has([[`g."Postcode" !~ '^[0-9]{5}$'`, 'not_allowed', 'Postcode', displayed('Postcode')]]),
    ]),
    // All cells of a row are tested at once first, because hardly any row has unreadable characters.
    `case when concat_ws(' ', ${mapped.map((field) => `g."${field}"`).join(', ')}) ~ '[${unsafe}\\u000a]' then
      ${collectFaultsSql(mapped.map((field): RowFaultCheck => [isUnsafe(field), 'unreadable', field, `regexp_replace(${displayed(field)}, '[${unsafe}\\u000a]', '?', 'g')`]))} end`,
  )
}

const identityFaults: RowFaultCheck[] = [
  // A number that a spreadsheet shortened is shown in full, because it identifies no person.
  ...(['IdNo', 'MembershipNo', 'CustomerRef'] as const).map(
    (field): RowFaultCheck => [isScientificNotationSql(`g."${field}"`), 'not_exact', field, `left(g."${field}", 60)`],
  ),
  [`g.email !~ ${pg.escapeLiteral(emailPattern)}`, 'not_allowed', 'Email', displayed('Email')],
  // A spreadsheet drops up to three leading zeros from identity numbers of people born from 2000 to 2009.
  [`g.id_type_given = 'NRIC' and g.id_no ~ '^[0-9]{9,11}$'`, 'not_an_nric', 'IdNo', maskToLastFourSql('g.id_no')],
  [`g.id_no !~ '^[A-Z0-9]{1,30}$'`, 'not_allowed', 'IdNo', maskToLastFourSql('g.id_no')],
  [`g.membership_no !~ '^[A-Z0-9]{4,20}$'`, 'not_allowed', 'MembershipNo', displayed('MembershipNo')],
  [
    `${membershipRunningNumberSql('g.membership_no')} > ${HIGHEST_NUMBER}`,
    'out_of_range',
    'MembershipNo',
    displayed('MembershipNo'),
  ],
]

/** The SQL for the running number in a membership number of the company's own format; null for other numbers. */
export function membershipRunningNumberSql(membershipNo: string) {
  const digitsPart = `substr(${membershipNo}, length((select setting_text('membership.prefix'))) + 1)`
  return `case when starts_with(${membershipNo}, (select setting_text('membership.prefix'))) and ${digitsPart} ~ '^[0-9]+$' and length(${digitsPart}) = (select setting_text('membership.digits')::int) + 1 then left(${digitsPart}, -1)::bigint end`
}

/** The fields of a row that contain a date. */
export const importedDateFields: readonly Field[] = [
  ...importedCustomerFields.filter((name) => customerFieldDeclarations[name].date),
  'JoinDate',
]

const dateFaults = (field: Field, today: string): RowFaultCheck[] => [
  [`g."${field}" is not null and g.${toColumnName(field)} is null`, 'not_a_date', field, displayed(field)],
  [
    `g.${toColumnName(field)} not between '1800-01-01' and ${today}`,
    'out_of_range',
    field,
    `g.${toColumnName(field)}::text`,
  ],
]

// A lookup list without entries accepts any value.
const notListed = (field: Field, list: string): RowFaultCheck => [
  `g."${field}" is not null and g.${listColumn(field)} not in (select value from spelling where list_name = '${list}') and (select exists (select from list_item where list_name = '${list}'))`,
  'not_allowed',
  field,
  displayed(field),
]

const listColumn = (field: Field) => (field === 'IdType' ? 'id_type_given' : toColumnName(field))

const memberFaults: RowFaultCheck[] = [
  [
    `g.member_type not in ('Premium Member', 'Non-Premium Member')`,
    'not_allowed',
    'MemberType',
    displayed('MemberType'),
  ],
  // A card category for a non-premium member is refused, because the import would ignore it.
  [
    `g.member_type = 'Non-Premium Member' and g.has_category`,
    'not_allowed',
    'CardCategoryCode',
    displayed('CardCategoryCode'),
  ],
]

const consentFaults = (['ServiceConsentYN', 'EmailConsentYN', 'SMSConsentYN'] as const).map(
  (field): RowFaultCheck => [`upper(g."${field}") not in ('Y', 'N')`, 'not_allowed', field, displayed(field)],
)
