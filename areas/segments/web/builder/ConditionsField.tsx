import { Button, Select } from 'antd'
import { PlusIcon, SquarePlusIcon, Trash2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionGroupPart,
  GroupMatch,
  isConditionGroup,
  type PeriodUnit,
} from '../../contract.ts'
import '../segments.css'
import {
  changeConditionField,
  changeConditionTest,
  emptyCondition,
  emptyConditionGroup,
  GROUP_DEPTH_MAX,
} from './draft.ts'
import { formatPeriodLength } from './Sentence.tsx'
import { type AvailableSegmentFields, useSegmentFieldName } from './useFields.ts'
import { ConditionValueField } from './ValueField.tsx'

type GroupProps = {
  group: ConditionGroup
  fields: AvailableSegmentFields
  onChange: (group: ConditionGroup) => void
  depth?: number
  onRemove?: () => void
}

/** A group of conditions with its match mode and nested groups. */
export function ConditionGroupField({ group, fields, onChange, depth = 1, onRemove }: GroupProps) {
  const t = useT()
  const replace = (index: number, part: ConditionGroupPart) =>
    onChange({ ...group, Conditions: group.Conditions.map((current, at) => (at === index ? part : current)) })
  const remove = (index: number) => onChange({ ...group, Conditions: group.Conditions.filter((_, at) => at !== index) })
  const add = (part: ConditionGroupPart) => onChange({ ...group, Conditions: [...group.Conditions, part] })
  return (
    <fieldset className="segments-group">
      <legend className="carat-unseen">{t('segments:builder.group', { depth })}</legend>
      <Stack gap="m">
        <Row justify="spread" tight>
          <Select
            style={{ width: 'auto' }}
            aria-label={t('segments:builder.match')}
            value={group.Match}
            popupMatchSelectWidth={false}
            onChange={(match) => onChange({ ...group, Match: match })}
            options={GroupMatch.options.map((value) => ({ value, label: t(`segments:match.${value}`) }))}
          />
          {onRemove && (
            <Button
              type="text"
              icon={<Trash2Icon aria-hidden />}
              aria-label={t('segments:builder.removeGroup')}
              onClick={onRemove}
            />
          )}
        </Row>
        {group.Conditions.map((part, index) =>
          isConditionGroup(part) ? (
            <ConditionGroupField
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
              key={index}
              group={part}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => replace(index, next)}
              onRemove={() => remove(index)}
            />
          ) : (
            <ConditionField
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
              key={index}
              place={index + 1}
              condition={part}
              fields={fields}
              onChange={(next) => replace(index, next)}
              onRemove={group.Conditions.length > 1 || depth > 1 ? () => remove(index) : undefined}
            />
          ),
        )}
        <Row>
          <Button icon={<PlusIcon aria-hidden />} onClick={() => add(emptyCondition)}>
            {t('segments:builder.addCondition')}
          </Button>
          {depth < GROUP_DEPTH_MAX && (
            <Button
              type="text"
              icon={<SquarePlusIcon aria-hidden />}
              onClick={() => add({ ...emptyConditionGroup, Match: 'Any' })}
            >
              {t('segments:builder.addGroup')}
            </Button>
          )}
        </Row>
      </Stack>
    </fieldset>
  )
}

type ConditionProps = {
  place: number
  condition: Condition
  fields: AvailableSegmentFields
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
}

function ConditionField({ place, condition, fields, onChange, onRemove }: ConditionProps) {
  const t = useT()
  const field = fields.get(condition.Field)
  const nameOf = useSegmentFieldName()
  const name = field ? nameOf(field) : t('segments:builder.condition', { place })
  const fieldOptions = useMemo(() => {
    const areas = [...new Set([...fields.values()].map(({ Area }) => Area))]
    return areas.map((area) => ({
      label: t(`${area}:segmentFields` as TextKey),
      options: [...fields.values()]
        .filter(({ Area }) => Area === area)
        .map((option) => ({ value: option.Field, label: nameOf(option) })),
    }))
  }, [fields, nameOf, t])
  return (
    <fieldset className="segments-condition">
      <legend className="carat-unseen">{name}</legend>
      <Select
        className="segments-field"
        aria-label={t('segments:builder.field', { place })}
        placeholder={t('segments:builder.chooseField')}
        showSearch={{ optionFilterProp: 'label' }}
        value={condition.Field || null}
        options={fieldOptions}
        onChange={(fieldName) => {
          const next = fieldName && fields.get(fieldName)
          if (next) onChange(changeConditionField(next))
        }}
      />
      {field && (
        <>
          <Select
            className="segments-test"
            aria-label={t('segments:builder.test', { field: name })}
            value={condition.Test}
            popupMatchSelectWidth={false}
            options={field.Tests.map((value) => ({
              value,
              label: t(
                `segments:test.${field.Kind === 'day' || field.Kind === 'date' ? 'date' : 'other'}.${value}` as TextKey,
              ),
            }))}
            onChange={(test) => onChange(changeConditionTest(condition, test))}
          />
          <div className="segments-value">
            <ConditionValueField field={field} condition={condition} onChange={onChange} name={name} />
          </div>
          {field.PeriodYN === 'Y' && <PeriodField condition={condition} onChange={onChange} name={name} />}
        </>
      )}
      {onRemove && (
        <Button
          type="text"
          className="segments-remove"
          icon={<Trash2Icon aria-hidden />}
          aria-label={t('segments:builder.remove', { field: name })}
          onClick={onRemove}
        />
      )}
    </fieldset>
  )
}

const periods: readonly [number, PeriodUnit][] = [
  [30, 'days'],
  [90, 'days'],
  [6, 'months'],
  [12, 'months'],
  [24, 'months'],
]

/** Field for the period of the events that a condition evaluates. */
function PeriodField({
  condition,
  onChange,
  name,
}: {
  condition: Condition
  onChange: (condition: Condition) => void
  name: string
}) {
  const t = useT()
  const { Period, ...withoutPeriod } = condition
  const value = Period ? `${Period.Last} ${Period.Unit}` : ''
  const presets = periods.map(([Last, unit]) => `${Last} ${unit}`)
  const options = value && !presets.includes(value) ? [...presets, value] : presets
  return (
    <Select
      className="segments-period"
      aria-label={t('segments:builder.period', { field: name })}
      value={value}
      popupMatchSelectWidth={false}
      options={[
        { value: '', label: t('segments:builder.ever') },
        ...options.map((span) => {
          const [count, unit] = span.split(' ') as [string, PeriodUnit]
          return {
            value: span,
            label: t('segments:builder.inTheLast', { span: formatPeriodLength(t, Number(count), unit) }),
          }
        }),
      ]}
      onChange={(period) => {
        const [count, unit] = period.split(' ') as [string, PeriodUnit]
        onChange(period === '' ? withoutPeriod : { ...withoutPeriod, Period: { Last: Number(count), Unit: unit } })
      }}
    />
  )
}
