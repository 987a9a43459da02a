import pg from 'pg'
import type { Mapping } from '../../contract/mapping.ts'
import type { ColumnExpressions } from './columns.ts'

/**
 * A check of a row as SQL: the failing condition, reason code, field and reported value.
 * `screen` is a cheaper condition, which runs on all rows of the file before the check.
 * The screen must be true for every bad row, and may be true for good rows.
 */
export type StagingCheck = { when: string; screen?: string | undefined; reason: string; field: string; value: string }

/** The screen of a check that only runs on rows which the screens of other checks have selected. */
export const secondaryCheckScreenSql = 'false'

export function createRequiredCheck(columns: ColumnExpressions, field: string): StagingCheck {
  const cell = columns.cell(field)
  return {
    when: `${columns.text(field)} is null`,
    // The SQL function ascii() returns 0 for an empty text.
    screen: cell && `${cell} is null or ascii(${cell}) <= 32`,
    reason: 'missing',
    field,
    value: 'null',
  }
}

export function createLengthCheck(columns: ColumnExpressions, field: string): StagingCheck {
  const cell = columns.cell(field)
  const max = columns.max(field)
  return {
    when: `length(${columns.text(field)}) > ${max}`,
    screen: cell && `octet_length(${cell}) > ${max}`,
    reason: 'too_long',
    field,
    value: `left(${columns.text(field)}, 60)`,
  }
}

/** Matches a code that a spreadsheet turned into 9.00101E+11. The code is never stored, because its digits are lost. */
export const isScientificNotationSql = (text: string) => `${text} ~* '^[0-9]([.,][0-9]+e[+]?|e[+])[0-9]+$'`

export function createScientificNotationCheck(columns: ColumnExpressions, field: string): StagingCheck {
  const cell = columns.cell(field)
  return {
    when: isScientificNotationSql(columns.text(field)),
    screen: cell && `strpos(upper(${cell}), 'E') > 1 and ${isScientificNotationSql(columns.text(field))}`,
    reason: 'not_exact',
    field,
    value: `left(${columns.text(field)}, 60)`,
  }
}

/** A number that can be read with a thousands or a decimal separator: 1.299 and 1,299. */
const ambiguous = '^[-+]?[1-9][0-9]{0,2}[.,][0-9]{3}$'

/** A number whose point can only be a decimal point: 2.55, 0.125, 1299.125. */
const clear = '^[-+]?([0-9]*[.]([0-9]{1,2}|[0-9]{4,})|(0?|[0-9]{4,})[.][0-9]+)$'

/** Refuses an ambiguous amount if neither the mapping nor another cell of the column shows the decimal separator. */
export function createUnambiguousNumberCheck(
  columns: ColumnExpressions,
  field: string,
  { decimals }: Mapping,
): StagingCheck[] {
  if (decimals !== null) return []
  const cell = columns.cell(field)
  const pointIsClear = cell
    ? `exists (select from raw r where ${cell} ~ '[.]' and ${columns.text(field)} ~ '${clear}')`
    : 'false'
  const when = `${columns.text(field)} ~ '${ambiguous}' and (${columns.text(field)} ~ ',' or not ${pointIsClear})`
  const screen = cell && `left(right(rtrim(${cell}), 4), 1) in ('.', ',') and ${when}`
  return [{ when, screen, reason: 'ambiguous_number', field, value: `left(${columns.text(field)}, 60)` }]
}

/**
 * Checks that a number fits its column without rounding. The screen of the first check serves both checks.
 * Nearly all cells are digits with at most one point, whose length is checked. PostgreSQL parses all other cells.
 */
export function createNumberCheck(
  columns: ColumnExpressions,
  field: string,
  digits: number,
  places: number,
): StagingCheck[] {
  const text = columns.text(field)
  const cell = columns.cell(field)
  const value = `left(${text}, 60)`
  const type = `numeric(${digits},${places})`
  const whole = digits - places
  return [
    {
      when: `not pg_input_is_valid(${text}, 'numeric') or lower(${text}) in ('nan', '+nan', '-nan')`,
      screen:
        cell &&
        `case translate(${cell}, '0123456789', '') when '' then octet_length(${cell}) not between 1 and ${whole}
          when '.' then octet_length(${cell}) not between 2 and ${whole + 1} or octet_length(${cell}) - strpos(${cell}, '.') > ${places}
          else not pg_input_is_valid(${cell}, '${type}') or strpos(lower(${cell}), 'n') > 0 or strpos(lower(${cell}), 'e') > 0
            or strpos(${cell}, '.') > 0 and length(${cell}) - strpos(${cell}, '.') > ${places} end`,
      reason: 'not_a_number',
      field,
      value,
    },
    // The first branch prevents the second one from casting text that is no number.
    {
      when: `case when not pg_input_is_valid(${text}, 'numeric') then false when not pg_input_is_valid(${text}, '${type}') then true
        else ${text}::numeric <> ${text}::${type} end`,
      screen: cell && 'false',
      reason: 'out_of_range',
      field,
      value,
    },
  ]
}

/** Stores all faults of each row in `fault`, one per field. A file without faults costs one scan. */
export function storeFaultsSql(checks: readonly StagingCheck[]): string {
  const screens = checks
    .map(({ screen, when }) => screen ?? when)
    .filter((screen) => screen !== secondaryCheckScreenSql)
  return `
    drop table if exists suspect, fault;
    create table suspect as select r.* from raw r where ${screens.map((screen) => `(${screen})`).join(' or ')};
    create table fault as
    select distinct on (r.row_no, failed.field) r.row_no, failed.position, failed.reason, failed.field, failed.value
    from suspect r cross join lateral (values ${checks.map(({ when, reason, field, value }, index) => `(${index}, ${when}, '${reason}', '${field}', (${value})::text)`).join(',\n')})
      failed (position, holds, reason, field, value)
    where failed.holds
    order by r.row_no, failed.field, failed.position;
    create index on fault (row_no)`
}

/** Selects the faults of each row as one JSON array. */
const faultsOfRows = `
  select row_no, jsonb_agg(${faultJsonSql('reason', 'field', 'value')} order by position) as faults from fault group by row_no`

/** The SQL for one fault as JSON, as it is stored. */
export function faultJsonSql(reason: string, field: string, value: string) {
  return `jsonb_build_object('Reason', ${reason}, 'Field', ${field}, 'Value', ${value})`
}

/** The table of results has ranges of consecutive rows. `reason` of failed rows is the reason of their first fault. */
export const createResultTableSql =
  'create table row_result (first_row bigint, last_row bigint, result text, reason text, faults jsonb)'

/** The SQL for the results of rows that could not be parsed. */
export const storeUnreadableResultsSql = `
  insert into row_result select row_no, row_no, 'Failed', reason, jsonb_build_array(${faultJsonSql('reason', 'null::text', 'value')}) from unreadable`

/** The SQL for the results of rows that failed their own checks. */
export const storeFaultyResultsSql = `
  insert into row_result select row_no, row_no, 'Failed', faults #>> '{0,Reason}', faults from (${faultsOfRows}) faulty`

const widths: Record<string, number> = { YYYY: 4, MM: 2, DD: 2, HH: 2, mm: 2, ss: 2 }

/** A timestamp with a zone, in ISO 8601 or in Shopify's format. */
const zoned =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)? ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$'

/**
 * The SQL that reads a text as a time in the file's zone, by the first format that matches; null without a match.
 * A timestamp with its own zone is accepted in any format.
 */
export function parseTimestampSql(text: string, { format, others, zone }: Mapping['dates']): string {
  const cases = [format, ...others].flatMap((candidate) => casesOf(text, candidate))
  const at = zone ? pg.escapeLiteral(zone) : 'business_zone()'
  return `case ${cases.join(' ')}
    when ${text} ~ '${zoned}' and pg_input_is_valid(${text}, 'timestamptz') then ${text}::timestamptz at time zone ${at} end`
}

/**
 * The text is reordered to ISO form, in which PostgreSQL refuses dates such as 30 February.
 * A time without hours is midnight. A time followed by AM or PM, common in exports, is accepted too.
 */
function casesOf(text: string, format: string): string[] {
  const whole: string[] = format.match(/YYYY|MM|DD|HH|mm|ss|[ T/.:-]+/g) ?? []
  const date = whole.slice(0, Math.max(whole.indexOf('HH') - 1, 0))
  // The longest form of a time comes first, then the form without seconds, then the date alone.
  const forms = [whole, whole.at(-1) === 'ss' ? whole.slice(0, -2) : [], date].filter(
    (form) => form.includes('YYYY') && form.includes('DD'),
  )
  const read = (pattern: string, iso: string) =>
    `when ${text} ~ '^${pattern}$' and pg_input_is_valid(${iso}, 'timestamp') then (${iso})::timestamp`
  const plain = forms.map((form) => read(patternOf(form), isoOf(text, form)))
  const withHalfDay = forms
    .filter((form) => form.includes('HH'))
    .map((form) =>
      read(`${patternOf(form)} ?[AaPp][Mm]`, `${isoOf(`rtrim(${text}, 'AaPpMm ')`, form)} || ' ' || right(${text}, 2)`),
    )
  return [...plain, ...withHalfDay]
}

const isSplit = (form: string[]) => form.every((part, index) => !(part in widths) || !(form[index + 1]! in widths))

const patternOf = (form: string[]) =>
  form
    .map((part) =>
      part in widths
        ? `[0-9]{${part === 'YYYY' || !isSplit(form) ? '' : '1,'}${widths[part]}}`
        : // ISO 8601 has a T between the day and its time.
          part.replaceAll('.', '\\.').replace(' ', '[T ]'),
    )
    .join('')

// The text is split at separators or fixed positions, because a regular expression is twenty times slower.
function isoOf(text: string, form: string[]) {
  if (/^YYYY-MM-DD( HH:mm(:ss)?)?$/.test(form.join(''))) return text
  const part = (name: string, missing: string) => {
    const index = form.indexOf(name)
    if (index < 0) return `'${missing}'`
    const before = form.slice(0, index)
    if (!isSplit(form))
      return `substr(${text}, ${1 + before.reduce((sum, token) => sum + (widths[token] ?? token.length), 0)}, ${widths[name]})`
    const cuts = before.filter((token) => !(token in widths)).reduce((sum, separator) => sum + separator.length, 0)
    return `split_part(translate(${text}, 'T/.:-', '     '), ' ', ${cuts + 1})`
  }
  return `${part('YYYY', '')} || '-' || ${part('MM', '01')} || '-' || ${part('DD', '01')} || ' ' || ${part('HH', '00')} || ':' || ${part('mm', '00')} || ':' || ${part('ss', '00')}`
}

/** Returns the only outlet whose rows the account may import; null for head office and system accounts. */
export const importingOutletSql = `nullif(current_setting('carat.importing_outlet', true), '')`
