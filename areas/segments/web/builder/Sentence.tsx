import { Fragment } from 'react'
import { useChoices } from '#kit/web/choices.ts'
import { formatMoney, formatPoints, formatShortDate } from '#kit/web/format.ts'
import { currentLanguage, type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { type TextNamespace, useLabels } from '#kit/web/labels.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionGroupPart,
  isConditionGroup,
  type PeriodUnit,
  type SegmentField,
} from '../../contract.ts'
import { conditionValueChoices } from './choices.ts'
import type { AvailableSegmentFields } from './useFields.ts'

const words = { All: 'segments:sentence.and', Any: 'segments:sentence.or', None: 'segments:sentence.or' } as const

/** Shows the conditions of a segment as a sentence. */
export function ConditionsSentence({ group, fields }: { group: ConditionGroup; fields: AvailableSegmentFields }) {
  const t = useT()
  return (
    <>
      {t('segments:sentence.customers')} <GroupWords group={group} fields={fields} outer />
    </>
  )
}

function GroupWords({
  group,
  fields,
  outer = false,
}: {
  group: ConditionGroup
  fields: AvailableSegmentFields
  outer?: boolean
}) {
  const t = useT()
  const bracketed = group.Match === 'None' || (!outer && group.Conditions.length > 1)
  return (
    <>
      {group.Match === 'None' && `${t('segments:sentence.not')} `}
      {bracketed && '('}
      {group.Conditions.map((part: ConditionGroupPart, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static text without state
        <Fragment key={index}>
          {index > 0 && <> {t(words[group.Match])} </>}
          {isConditionGroup(part) ? (
            <GroupWords group={part} fields={fields} />
          ) : (
            <ConditionSentence condition={part} field={fields.get(part.Field)} />
          )}
        </Fragment>
      ))}
      {bracketed && ')'}
    </>
  )
}

/** Describes a condition in words; shows only the name of a field that the caller cannot use. */
export function ConditionSentence({ condition, field }: { condition: Condition; field: SegmentField | undefined }) {
  const t = useT()
  if (!field) return <b>{condition.Field.split('.')[1]}</b>
  return <KnownWords t={t} condition={condition} field={field} />
}

function KnownWords({ t, condition, field }: { t: TranslateFunction; condition: Condition; field: SegmentField }) {
  const labels = useLabels(field.Area as TextNamespace)
  const toValueText = useConditionValueText(field)
  const { Test, Values, Unit = 'days', Period } = condition
  // An interval relative to today is shown as a number of units instead of dates.
  const valueTexts = spans.has(Test)
    ? []
    : Values.map((value) => (Test === 'In the months' ? formatMonthOfYear(Number(value)) : toValueText(value)))
  const [first = '', second = ''] = valueTexts
  const fieldLabel = labels.field(field.Name)
  const name = Period
    ? t('segments:sentence.period', { field: fieldLabel, span: formatPeriodLength(t, Period.Last, Period.Unit) })
    : fieldLabel
  return (
    <span>
      {t(`segments:sentence.test.${keyOf(Test)}`, {
        field: name,
        values: joinTextsAsList(valueTexts),
        value: first,
        until: second,
        span: formatPeriodLength(t, Number(Values[0] ?? 0), Unit),
      })}
    </span>
  )
}

const spans: ReadonlySet<Condition['Test']> = new Set(['In the last', 'Longer ago', 'In the next'])

/** Returns a function that formats the values of a field for display. */
export function useConditionValueText(field: SegmentField) {
  const t = useT()
  const { options } = useChoices(conditionValueChoices(field), field.Area as TextNamespace, field.Name)
  return (value: string) => options.find((option) => option.value === value)?.label ?? formatValue(t, field, value)
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

export const formatPeriodLength = (t: TranslateFunction, count: number, unit: PeriodUnit) =>
  t(`segments:span.${unit}`, { count })

export const formatMonthOfYear = (month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1, 15))

function formatValue(t: TranslateFunction, { Kind }: SegmentField, value: string) {
  if (Kind === 'amount') return formatMoney(value, { currency: true }).replace(/[.,]00(?=$|\u00a0)/, '')
  if (Kind === 'points') return t('segments:sentence.points', { points: formatPoints(Number(value)) })
  if (Kind === 'date' || Kind === 'day') return formatShortDate(value)
  return Kind === 'number' ? formatPoints(Number(value)) : value
}

export const joinTextsAsList = (texts: readonly string[], type: Intl.ListFormatType = 'disjunction') =>
  new Intl.ListFormat(currentLanguage(), { type }).format(texts)
