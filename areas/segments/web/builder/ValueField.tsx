import { Input, Select } from 'antd'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import type { TextNamespace } from '#kit/web/labels.ts'
import { MoneyInput } from '#kit/web/MoneyInput.tsx'
import { type Condition, PeriodUnit, type SegmentField } from '../../contract.ts'
import { conditionValueChoices } from './choices.ts'
import { isPeriodLengthTest, numberOfTestValues } from './draft.ts'
import { formatMonthOfYear } from './Sentence.tsx'

type Props = { field: SegmentField; condition: Condition; onChange: (condition: Condition) => void; name: string }

/** Input for the values of a condition: a select control, a text field, or a number of days. */
export function ConditionValueField({ field, condition, onChange, name }: Props) {
  const t = useT()
  const { Test, Values } = condition
  const valueCount = numberOfTestValues(Test)
  const setValues = (values: readonly string[]) => onChange({ ...condition, Values: [...values] })
  if (valueCount === 0) return null
  const label = t('segments:builder.value', { field: name })
  if (isPeriodLengthTest(Test)) return <SpanField {...{ field, condition, onChange, name, label }} />
  if (Test === 'In the months')
    return (
      <Select
        mode="multiple"
        aria-label={label}
        style={{ width: '100%' }}
        value={Values}
        onChange={setValues}
        placeholder={t('kit:form.choose')}
        showSearch={{ optionFilterProp: 'label' }}
        options={Array.from({ length: 12 }, (_, month) => ({
          value: `${month + 1}`,
          label: formatMonthOfYear(month + 1),
        }))}
      />
    )
  if (field.Kind === 'text' && Test === 'Contains')
    return (
      <Input
        aria-label={label}
        value={Values[0] ?? ''}
        maxLength={100}
        onChange={({ target }) => setValues([target.value])}
      />
    )
  if (valueCount === 'many') return <ManyField {...{ field, condition, onChange, label }} />
  const places = valueCount === 2 ? [0, 1] : [0]
  return (
    <Row gap="xs" tight>
      {places.map((index) => (
        <SingleValueField
          key={index}
          field={field}
          label={
            valueCount === 2
              ? t(index === 0 ? 'segments:builder.from' : 'segments:builder.until', { field: name })
              : label
          }
          value={Values[index] ?? ''}
          onChange={(value) => setValues(places.map((at) => (at === index ? value : (Values[at] ?? ''))))}
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
        options={PeriodUnit.options
          .filter((option) => field.Kind !== 'day' || option !== 'years')
          .map((value) => ({ value, label: t(`segments:unit.${value}`) }))}
      />
    </Row>
  )
}

function ManyField({ field, condition, onChange, label }: Omit<Props, 'name'> & { label: string }) {
  const t = useT()
  const choices = conditionValueChoices(field)
  const { Values } = condition
  return choices ? (
    <ChoiceSelect
      mode="multiple"
      aria-label={label}
      area={field.Area as TextNamespace}
      field={field.Name}
      choices={choices}
      value={Values}
      onChange={(values) => onChange({ ...condition, Values: [values ?? []].flat() })}
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

type SingleValueProps = { field: SegmentField; label: string; value: string; onChange: (value: string) => void }

function SingleValueField({ field, label, value, onChange }: SingleValueProps) {
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
