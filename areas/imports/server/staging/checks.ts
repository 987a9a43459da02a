import pg from 'pg'
import type { Mapping } from '../../contract/mapping.ts'
import type { Columns } from './columns.ts'

/**
 * A row's fault as SQL: when it holds, for which reason, of which field, with which value. `screen` is cheaper and may
 * hold for good rows too, never fail to hold for a bad one: half a million rows are looked at by it.
 */
export type Check = { when: string; screen?: string | undefined; reason: string; field: string; value: string }

/** The screen of a check that is asked only of rows that others suspect: good rows are asked it in a quicker way later. */
export const onlySuspects = 'false'

export function required(columns: Columns, field: string): Check {
  const cell = columns.cell(field)
  return {
    when: `${columns.text(field)} is null`,
    // An empty text counts as 0, a blank as 32.
    screen: cell && `${cell} is null or ascii(${cell}) <= 32`,
    reason: 'missing',
    field,
    value: 'null',
  }
}

export function notTooLong(columns: Columns, field: string): Check {
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

/** A code that a spreadsheet turned into 9.00101E+11: its other digits are lost, so it is never stored. */
export const isShortened = (text: string) => `${text} ~* '^[0-9]([.,][0-9]+e[+]?|e[+])[0-9]+$'`

export function notShortened(columns: Columns, field: string): Check {
  const cell = columns.cell(field)
  return {
    when: isShortened(columns.text(field)),
    screen: cell && `strpos(upper(${cell}), 'E') > 1 and ${isShortened(columns.text(field))}`,
    reason: 'not_exact',
    field,
    value: `left(${columns.text(field)}, 60)`,
  }
}

/** Thousands in one notation and decimals in another: 1.299 and 1,299. */
const ambiguous = '^[-+]?[1-9][0-9]{0,2}[.,][0-9]{3}$'

/** Only a decimal point can be in 2.55, 0.125 and 1299.125. */
const clear = '^[-+]?([0-9]*[.]([0-9]{1,2}|[0-9]{4,})|(0?|[0-9]{4,})[.][0-9]+)$'

/**
 * An amount that can mean two, where neither the mapping nor another cell of its column says what separates decimals.
 */
export function notAmbiguous(columns: Columns, field: string, { decimals }: Mapping): Check[] {
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
 * A number that fits its column without being rounded. Nearly all cells are digits with at most one point; they are told
 * apart by their length, anything else by PostgreSQL's own reading. The first check's screen stands for both.
 */
export function number(columns: Columns, field: string, digits: number, places: number): Check[] {
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
    // The first part keeps the second from being worked out for what is no number at all.
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

/**
 * Puts all faults of each row into `fault`, of a field the first one; a file without faults costs one quick scan. `place`
 * is their order.
 */
export function validate(checks: readonly Check[]): string {
  const screens = checks.map(({ screen, when }) => screen ?? when).filter((screen) => screen !== onlySuspects)
  return `
    drop table if exists suspect, fault;
    create table suspect as select r.* from raw r where ${screens.map((screen) => `(${screen})`).join(' or ')};
    create table fault as
    select distinct on (r.row_no, found.field) r.row_no, found.place, found.reason, found.field, found.value
    from suspect r cross join lateral (values ${checks.map(({ when, reason, field, value }, place) => `(${place}, ${when}, '${reason}', '${field}', (${value})::text)`).join(',\n')})
      found (place, holds, reason, field, value)
    where found.holds
    order by r.row_no, found.field, found.place;
    create index on fault (row_no)`
}

/** The faults of each row in one document, as results keep them. */
const faultsOfRows = `
  select row_no, jsonb_agg(${faultAs('reason', 'field', 'value')} order by place) as faults from fault group by row_no`

/** One fault as results keep it. */
export function faultAs(reason: string, field: string, value: string) {
  return `jsonb_build_object('Reason', ${reason}, 'Field', ${field}, 'Value', ${value})`
}

/** Results of rows: runs of rows with the same fate. What came of a failed row are its faults, the first one first. */
export const resultTable =
  'create table row_result (first_row bigint, last_row bigint, result text, reason text, faults jsonb)'

/** Rows that nobody could read. */
export const unreadableResult = `
  insert into row_result select row_no, row_no, 'Failed', reason, jsonb_build_array(${faultAs('reason', 'null::text', 'value')}) from unreadable`

/** Rows that are faulty by themselves. */
export const faultyResult = `
  insert into row_result select row_no, row_no, 'Failed', faults #>> '{0,Reason}', faults from (${faultsOfRows}) faulty`

const widths: Record<string, number> = { YYYY: 4, MM: 2, DD: 2, HH: 2, mm: 2, ss: 2 }

/** A moment with its zone, in ISO 8601 or as Shopify writes it. */
const zoned =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)? ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$'

/**
 * A text as a timestamp on the clock of the file's zone, null where it is none. The first format that fits counts. A
 * moment with a zone of its own is read in any format.
 */
export function timestampOf(text: string, { format, others, zone }: Mapping['dates']): string {
  const cases = [format, ...others].flatMap((one) => casesOf(text, one))
  const at = zone ? pg.escapeLiteral(zone) : 'business_zone()'
  return `case ${cases.join(' ')}
    when ${text} ~ '${zoned}' and pg_input_is_valid(${text}, 'timestamptz') then ${text}::timestamptz at time zone ${at} end`
}

/**
 * The text is brought to ISO by its format and then validated by PostgreSQL, which knows that there is no 30 February. A
 * time that the text leaves out is midnight; one with AM or PM behind it, as exports write it, is read too.
 */
function casesOf(text: string, format: string): string[] {
  const whole: string[] = format.match(/YYYY|MM|DD|HH|mm|ss|[ T/.:-]+/g) ?? []
  const date = whole.slice(0, Math.max(whole.indexOf('HH') - 1, 0))
  // The longest form first; then without its seconds, as spreadsheets like to write it; then the date alone.
  const forms = [whole, whole.at(-1) === 'ss' ? whole.slice(0, -2) : [], date].filter(
    (form) => form.includes('YYYY') && form.includes('DD'),
  )
  const read = (pattern: string, iso: string) =>
    `when ${text} ~ '^${pattern}$' and pg_input_is_valid(${iso}, 'timestamp') then (${iso})::timestamp`
  const plain = forms.map((form) => read(patternOf(form), isoOf(text, form)))
  const withHalf = forms
    .filter((form) => form.includes('HH'))
    .map((form) =>
      read(`${patternOf(form)} ?[AaPp][Mm]`, `${isoOf(`rtrim(${text}, 'AaPpMm ')`, form)} || ' ' || right(${text}, 2)`),
    )
  return [...plain, ...withHalf]
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

// Cut at the separators, or, where there are none, at fixed places: a pattern with captures takes twenty times as long.
function isoOf(text: string, form: string[]) {
  if (/^YYYY-MM-DD( HH:mm(:ss)?)?$/.test(form.join(''))) return text
  const part = (name: string, missing: string) => {
    const index = form.indexOf(name)
    if (index < 0) return `'${missing}'`
    const before = form.slice(0, index)
    if (!isSplit(form))
      return `substr(${text}, ${1 + before.reduce((sum, one) => sum + (widths[one] ?? one.length), 0)}, ${widths[name]})`
    const cuts = before.filter((one) => !(one in widths)).reduce((sum, one) => sum + one.length, 0)
    return `split_part(translate(${text}, 'T/.:-', '     '), ' ', ${cuts + 1})`
  }
  return `${part('YYYY', '')} || '-' || ${part('MM', '01')} || '-' || ${part('DD', '01')} || ' ' || ${part('HH', '00')} || ':' || ${part('mm', '00')} || ':' || ${part('ss', '00')}`
}

/** The outlet of the account that imports, whose rows alone are taken; null for head office and programs. */
export const importingOutlet = `nullif(current_setting('carat.importing_outlet', true), '')`
