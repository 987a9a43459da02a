import { Button, Select } from 'antd'
import { PlusIcon, SquarePlusIcon, Trash2Icon } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { type Condition, type Group, isGroup, Match, type Part, type Unit } from '../../contract.ts'
import '../segments.css'
import { DEPTH, emptyCondition, emptyGroup, ofField, ofTest } from './draft.ts'
import { spanWords } from './Sentence.tsx'
import { type Fields, useFieldName } from './useFields.ts'
import { ValueField } from './ValueField.tsx'

type GroupProps = {
  group: Group
  fields: Fields
  onChange: (group: Group) => void
  depth?: number
  onRemove?: () => void
}

/** A group of conditions: whether all, any or none of them must hold, and groups within. */
export function GroupField({ group, fields, onChange, depth = 1, onRemove }: GroupProps) {
  const t = useT()
  const put = (place: number, part: Part) =>
    onChange({ ...group, Conditions: group.Conditions.map((one, at) => (at === place ? part : one)) })
  const drop = (place: number) => onChange({ ...group, Conditions: group.Conditions.filter((_, at) => at !== place) })
  const add = (part: Part) => onChange({ ...group, Conditions: [...group.Conditions, part] })
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
            onChange={(chosen) => onChange({ ...group, Match: chosen })}
            options={Match.options.map((value) => ({ value, label: t(`segments:match.${value}`) }))}
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
        {group.Conditions.map((part, place) =>
          isGroup(part) ? (
            <GroupField
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else that tells it from one like it
              key={place}
              group={part}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => put(place, next)}
              onRemove={() => drop(place)}
            />
          ) : (
            <ConditionField
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else that tells it from one like it
              key={place}
              place={place + 1}
              condition={part}
              fields={fields}
              onChange={(next) => put(place, next)}
              onRemove={group.Conditions.length > 1 || depth > 1 ? () => drop(place) : undefined}
            />
          ),
        )}
        <Row>
          <Button icon={<PlusIcon aria-hidden />} onClick={() => add(emptyCondition)}>
            {t('segments:builder.addCondition')}
          </Button>
          {depth < DEPTH && (
            <Button
              type="text"
              icon={<SquarePlusIcon aria-hidden />}
              onClick={() => add({ ...emptyGroup, Match: 'Any' })}
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
  fields: Fields
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
}

function ConditionField({ place, condition, fields, onChange, onRemove }: ConditionProps) {
  const t = useT()
  const field = fields.get(condition.Field)
  const nameOf = useFieldName()
  const name = field ? nameOf(field) : t('segments:builder.condition', { place })
  const offered = useMemo(() => {
    const areas = [...new Set([...fields.values()].map(({ Area }) => Area))]
    return areas.map((area) => ({
      label: t(`${area}:segmentFields` as TextKey),
      options: [...fields.values()]
        .filter(({ Area }) => Area === area)
        .map((one) => ({ value: one.Field, label: nameOf(one) })),
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
        options={offered}
        onChange={(chosen) => {
          const next = chosen && fields.get(chosen)
          if (next) onChange(ofField(next))
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
            onChange={(test) => onChange(ofTest(condition, test))}
          />
          <div className="segments-value">
            <ValueField field={field} condition={condition} onChange={onChange} name={name} />
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

const periods: readonly [number, Unit][] = [
  [30, 'days'],
  [90, 'days'],
  [6, 'months'],
  [12, 'months'],
  [24, 'months'],
]

/** In which time it happened. */
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
  const { Period, ...ever } = condition
  const value = Period ? `${Period.Last} ${Period.Unit}` : ''
  const usual = periods.map(([Last, unit]) => `${Last} ${unit}`)
  const all = value && !usual.includes(value) ? [...usual, value] : usual
  return (
    <Select
      className="segments-period"
      aria-label={t('segments:builder.period', { field: name })}
      value={value}
      popupMatchSelectWidth={false}
      options={[
        { value: '', label: t('segments:builder.ever') },
        ...all.map((one) => {
          const [many, unit] = one.split(' ') as [string, Unit]
          return { value: one, label: t('segments:builder.inTheLast', { span: spanWords(t, Number(many), unit) }) }
        }),
      ]}
      onChange={(chosen) => {
        const [many, unit] = chosen.split(' ') as [string, Unit]
        onChange(chosen === '' ? ever : { ...ever, Period: { Last: Number(many), Unit: unit } })
      }}
    />
  )
}
