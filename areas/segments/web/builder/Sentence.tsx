import { Fragment } from 'react'
import { useChoices } from '#kit/web/choices.ts'
import { formatMoney, formatPoints, shortDate } from '#kit/web/format.ts'
import { currentLanguage, type T, useT } from '#kit/web/i18n.ts'
import { type Area, useLabels } from '#kit/web/labels.ts'
import { type Condition, type Group, isGroup, type Part, type SegmentField, type Unit } from '../../contract.ts'
import { choicesOf } from './choices.ts'
import type { Fields } from './useFields.ts'

const words = { All: 'segments:sentence.and', Any: 'segments:sentence.or', None: 'segments:sentence.or' } as const

/** What a segment means, to be read. */
export function Sentence({ group, fields }: { group: Group; fields: Fields }) {
  const t = useT()
  return (
    <>
      {t('segments:sentence.customers')} <GroupWords group={group} fields={fields} outer />
    </>
  )
}

function GroupWords({ group, fields, outer = false }: { group: Group; fields: Fields; outer?: boolean }) {
  const t = useT()
  const bracketed = group.Match === 'None' || (!outer && group.Conditions.length > 1)
  return (
    <>
      {group.Match === 'None' && `${t('segments:sentence.not')} `}
      {bracketed && '('}
      {group.Conditions.map((part: Part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is read, its parts keep nothing
        <Fragment key={place}>
          {place > 0 && <> {t(words[group.Match])} </>}
          {isGroup(part) ? (
            <GroupWords group={part} fields={fields} />
          ) : (
            <ConditionWords condition={part} field={fields.get(part.Field)} />
          )}
        </Fragment>
      ))}
      {bracketed && ')'}
    </>
  )
}

/** A field that one may not ask for is named and no more. */
export function ConditionWords({ condition, field }: { condition: Condition; field: SegmentField | undefined }) {
  const t = useT()
  if (!field) return <b>{condition.Field.split('.')[1]}</b>
  return <KnownWords t={t} condition={condition} field={field} />
}

function KnownWords({ t, condition, field }: { t: T; condition: Condition; field: SegmentField }) {
  const labels = useLabels(field.Area as Area)
  const sayValue = useSaid(field)
  const { Test, Values, Unit = 'days', Period } = condition
  // How far from today is a count, and no date.
  const said = spans.has(Test)
    ? []
    : Values.map((value) => (Test === 'In the months' ? monthName(Number(value)) : sayValue(value)))
  const [first = '', second = ''] = said
  const about = labels.field(field.Name)
  const name = Period
    ? t('segments:sentence.period', { field: about, span: spanWords(t, Period.Last, Period.Unit) })
    : about
  return (
    <span>
      {t(`segments:sentence.test.${keyOf(Test)}`, {
        field: name,
        values: listed(said),
        value: first,
        until: second,
        span: spanWords(t, Number(Values[0] ?? 0), Unit),
      })}
    </span>
  )
}

const spans: ReadonlySet<Condition['Test']> = new Set(['In the last', 'Longer ago', 'In the next'])

/** A value of this field as people read it. */
export function useSaid(field: SegmentField) {
  const t = useT()
  const { options } = useChoices(choicesOf(field), field.Area as Area, field.Name)
  return (value: string) => options.find((option) => option.value === value)?.label ?? valueWords(t, field, value)
}

const testKeys = {
  'Any of': 'anyOf',
  'None of': 'noneOf',
  Contains: 'contains',
  'At least': 'atLeast',
  'At most': 'atMost',
  Between: 'between',
  'In the last': 'inTheLast',
  'Longer ago': 'longerAgo',
  'In the next': 'inTheNext',
  'In the months': 'inTheMonths',
  Known: 'known',
  Unknown: 'unknown',
  Yes: 'yes',
  No: 'no',
} as const
const keyOf = (test: Condition['Test']) => testKeys[test]

export const spanWords = (t: T, count: number, unit: Unit) => t(`segments:span.${unit}`, { count })

export const monthName = (month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 15))

function valueWords(t: T, { Kind }: SegmentField, value: string) {
  if (Kind === 'amount') return formatMoney(value, { currency: true }).replace(/[.,]00(?=$|\u00a0)/, '')
  if (Kind === 'points') return t('segments:sentence.points', { points: formatPoints(Number(value)) })
  if (Kind === 'date' || Kind === 'day') return shortDate(value)
  return Kind === 'number' ? formatPoints(Number(value)) : value
}

export const listed = (all: readonly string[], type: Intl.ListFormatType = 'disjunction') =>
  new Intl.ListFormat(currentLanguage(), { type }).format(all)
