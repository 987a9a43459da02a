import { Input, InputNumber, Switch } from 'antd'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { DateInput, InstantField } from '../DateInput.tsx'
import type { TextNamespace } from '../labels.ts'
import { MoneyInput } from '../MoneyInput.tsx'
import type { ControlProps, FieldSpec } from './fields.ts'
import { addThousandsSeparators } from './money.ts'
import type { FieldKind, FieldProperties } from './schema.ts'
import { TextControl } from './TextControl.tsx'

type Props = ControlProps & { spec: FieldSpec<string>; facts: FieldProperties; area: TextNamespace; disabled?: boolean }

/** The props that antd's form passes to a control, together with the common props. */
type ControlPassThrough = Record<string, never>
type Kind = {
  kind: FieldKind
  spec: FieldSpec<string>
  facts: FieldProperties
  handed: ControlPassThrough
  readOnly: boolean
}

/** Renders the control of a field, chosen by the field's schema. */
export function FieldControl({ spec, facts, area, disabled, ...controlProps }: Props) {
  const { kind = facts.kind, choices, example } = spec
  // Makes locked text read-only, so that users can copy it. A control without a read-only state is disabled instead.
  const readOnly = Boolean(spec.locked)
  const passThrough = {
    ...controlProps,
    disabled,
    ...(example && { placeholder: example }),
  } as unknown as ControlPassThrough
  const disabledWhenLocked = { ...passThrough, disabled: disabled || readOnly } as unknown as ControlPassThrough
  const allowClear = !facts.required

  if (spec.control) return spec.control(controlProps)
  if (choices || kind === 'select' || kind === 'several') {
    const mode =
      kind === 'several' ? { mode: facts.options || choices ? ('multiple' as const) : ('tags' as const) } : {}
    return (
      <ChoiceSelect
        {...disabledWhenLocked}
        {...(kind === 'integer' && asNumber(controlProps))}
        {...mode}
        area={area}
        field={spec.name}
        choices={choices ?? facts.options}
        failed={spec.choicesFailed}
        allowClear={allowClear}
      />
    )
  }
  if (kind === 'date') return <DateInput {...disabledWhenLocked} allowClear={allowClear} />
  if (kind === 'date-time') return <InstantField {...disabledWhenLocked} allowClear={allowClear} />
  if (kind === 'switch') return <YesNoSwitch {...disabledWhenLocked} flag={facts.options !== undefined} />
  if (kind === 'integer' || kind === 'points' || kind === 'money' || kind === 'decimal') {
    return <FigureControl kind={kind} spec={spec} facts={facts} handed={passThrough} readOnly={readOnly} />
  }
  return <TextualControl kind={kind} spec={spec} facts={facts} handed={passThrough} readOnly={readOnly} />
}

/** Converts between the values of the select, which are text, and those of the field, which are numbers. */
const asNumber = ({ value, onChange }: ControlProps) => ({
  value: value === undefined || value === null ? undefined : `${value}`,
  onChange: (selected: unknown) =>
    onChange?.(selected === undefined || selected === null ? selected : Number(selected)),
})

function FigureControl({ kind, spec: { prefix, suffix }, facts, handed: passThrough, readOnly }: Kind) {
  const shared = { ...passThrough, readOnly, prefix, suffix }
  if (kind === 'money') return <MoneyInput {...shared} negative={(facts.min ?? -1) < 0} />
  // Rates, weights and unit prices keep the decimals that the user typed.
  if (kind === 'decimal') return <MoneyInput {...shared} places={6} padded={false} />
  return (
    <InputNumber<number>
      {...shared}
      precision={0}
      controls={false}
      inputMode="numeric"
      style={{ width: '100%', fontVariantNumeric: 'tabular-nums' }}
      formatter={(value, { userTyping }) => (userTyping ? `${value ?? ''}` : addThousandsSeparators(`${value ?? ''}`))}
      parser={(text) => (text ?? '').replace(/[^\d-]/g, '') as unknown as number}
    />
  )
}

function TextualControl({
  kind,
  spec: { prefix, suffix, autoComplete = 'off' },
  facts,
  handed: passThrough,
  readOnly,
}: Kind) {
  if (kind === 'password') return <Input.Password {...passThrough} autoComplete={autoComplete} />
  if (kind === 'multiline') {
    return (
      <Input.TextArea
        {...passThrough}
        readOnly={readOnly}
        autoSize={{ minRows: 3, maxRows: 10 }}
        {...(facts.maxLength && { count: { max: facts.maxLength, show: true } })}
      />
    )
  }
  return (
    <TextControl
      {...passThrough}
      readOnly={readOnly}
      uppercase={facts.uppercase}
      code={facts.code}
      limit={facts.maxLength}
      prefix={prefix}
      suffix={suffix}
      autoComplete={autoComplete}
      // Does not use type="email", which would add the browser's own validation messages.
      {...(kind === 'email' && { inputMode: 'email' as const })}
      {...(kind === 'tel' && { inputMode: 'tel' as const, dir: 'ltr' })}
    />
  )
}

/** Converts between the Y/N flags of the specification and the boolean of the switch. */
function YesNoSwitch({ value, onChange, flag, ...switchProps }: ControlProps & { flag: boolean }) {
  return (
    <Switch
      {...switchProps}
      checked={flag ? value === 'Y' : value === true}
      onChange={(on) => onChange?.(flag ? (on ? 'Y' : 'N') : on)}
    />
  )
}
