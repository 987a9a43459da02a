import { Input, Select } from 'antd'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import type { Area } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { type Condition, type SegmentField, Unit } from '../../contract.ts'
import { choicesOf } from './choices.ts'
import { isSpan, valuesOf } from './draft.ts'
import { monthName } from './Sentence.tsx'

type Props = { field: SegmentField; condition: Condition; onChange: (condition: Condition) => void; name: string }

/** What a condition is asked with: chosen, typed, or counted in days. */
export function ValueField({ field, condition, onChange, name }: Props) {
  const t = useT()
  const { Test, Values } = condition
  const many = valuesOf(Test)
  const say = (values: readonly string[]) => onChange({ ...condition, Values: [...values] })
  if (many === 0) return null
  const label = t('segments:builder.value', { field: name })
  if (isSpan(Test)) return <SpanField {...{ field, condition, onChange, name, label }} />
  if (Test === 'In the months')
    return (
      <Select
        mode="multiple"
        aria-label={label}
        style={{ width: '100%' }}
        value={Values}
        onChange={say}
        placeholder={t('kit:form.choose')}
        showSearch={{ optionFilterProp: 'label' }}
        options={Array.from({ length: 12 }, (_, month) => ({ value: `${month + 1}`, label: monthName(month + 1) }))}
      />
    )
  if (field.Kind === 'text' && Test === 'Contains')
    return (
      <Input
        aria-label={label}
        value={Values[0] ?? ''}
        maxLength={100}
        onChange={({ target }) => say([target.value])}
      />
    )
  if (many === 'many') return <ManyField {...{ field, condition, onChange, label }} />
  const places = many === 2 ? [0, 1] : [0]
  return (
    <Row gap="xs" tight>
      {places.map((place) => (
        <One
          key={place}
          field={field}
          label={
            many === 2 ? t(place === 0 ? 'segments:builder.from' : 'segments:builder.until', { field: name }) : label
          }
          value={Values[place] ?? ''}
          onChange={(value) => say(places.map((at) => (at === place ? value : (Values[at] ?? ''))))}
        />
      ))}
    </Row>
  )
}

function SpanField({ field, condition, onChange, name, label }: Props & { label: string }) {
  const t = useT()
  const { Values, Unit: unit = 'days' } = condition
  return (
    <Row gap="xs" tight>
      <NumberField
        label={label}
        value={Values[0] ?? ''}
        onChange={(value) => onChange({ ...condition, Values: [value] })}
        most={3}
      />
      <Select
        aria-label={t('segments:builder.unit', { field: name })}
        value={unit}
        onChange={(Unit) => onChange({ ...condition, Unit })}
        options={Unit.options
          .filter((one) => field.Kind !== 'day' || one !== 'years')
          .map((value) => ({ value, label: t(`segments:unit.${value}`) }))}
      />
    </Row>
  )
}

function ManyField({ field, condition, onChange, label }: Omit<Props, 'name'> & { label: string }) {
  const t = useT()
  const choices = choicesOf(field)
  const { Values } = condition
  return choices ? (
    <ChoiceSelect
      mode="multiple"
      aria-label={label}
      area={field.Area as Area}
      field={field.Name}
      choices={choices}
      value={Values}
      onChange={(chosen) => onChange({ ...condition, Values: [chosen ?? []].flat() })}
    />
  ) : (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={label}
      style={{ width: '100%' }}
      value={Values}
      onChange={(typed) => onChange({ ...condition, Values: typed })}
      placeholder={t('segments:builder.typed')}
    />
  )
}

type OneProps = { field: SegmentField; label: string; value: string; onChange: (value: string) => void }

function One({ field, label, value, onChange }: OneProps) {
  if (field.Kind === 'date')
    return <DateInput aria-label={label} value={value || null} onChange={(next) => onChange(next ?? '')} />
  if (field.Kind === 'amount')
    return <MoneyInput aria-label={label} value={value} negative={false} onChange={onChange} />
  return <NumberField label={label} value={value} onChange={onChange} />
}

type NumberProps = { label: string; value: string; onChange: (value: string) => void; most?: number }

const NumberField = ({ label, value, onChange, most = 12 }: NumberProps) => (
  <Input
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    dir="ltr"
    className="segments-number"
    maxLength={most}
    value={value}
    onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
  />
)
