import { Input, InputNumber, Switch } from 'antd'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { DateInput, InstantField } from '../DateInput.tsx'
import type { Area } from '../labels.ts'
import { MoneyInput } from '../MoneyInput.tsx'
import type { ControlProps, FieldSpec } from './fields.ts'
import { groupedAmount } from './money.ts'
import type { FieldFacts, FieldKind } from './schema.ts'
import { TextControl } from './TextControl.tsx'

type Props = ControlProps & { spec: FieldSpec<string>; facts: FieldFacts; area: Area; disabled?: boolean }

/** What antd's form hands through, together with what every control takes. */
type Handed = Record<string, never>
type Kind = { kind: FieldKind; spec: FieldSpec<string>; facts: FieldFacts; handed: Handed; readOnly: boolean }

/** The control of a field, chosen by what its schema takes. */
export function FieldControl({ spec, facts, area, disabled, ...given }: Props) {
  const { kind = facts.kind, choices, example } = spec
  // Locked text stays readable and can be copied, so it is read-only; what has no such state is disabled.
  const readOnly = Boolean(spec.locked)
  const handed = { ...given, disabled, ...(example && { placeholder: example }) } as unknown as Handed
  const off = { ...handed, disabled: disabled || readOnly } as unknown as Handed
  const allowClear = !facts.required

  if (spec.control) return spec.control(given)
  if (choices || kind === 'select' || kind === 'several') {
    const mode =
      kind === 'several' ? { mode: facts.options || choices ? ('multiple' as const) : ('tags' as const) } : {}
    return (
      <ChoiceSelect
        {...off}
        {...(kind === 'integer' && asNumber(given))}
        {...mode}
        area={area}
        field={spec.name}
        choices={choices ?? facts.options}
        failed={spec.choicesFailed}
        allowClear={allowClear}
      />
    )
  }
  if (kind === 'date') return <DateInput {...off} allowClear={allowClear} />
  if (kind === 'date-time') return <InstantField {...off} allowClear={allowClear} />
  if (kind === 'switch') return <YesNoSwitch {...off} flag={facts.options !== undefined} />
  if (kind === 'integer' || kind === 'points' || kind === 'money' || kind === 'decimal') {
    return <FigureControl kind={kind} spec={spec} facts={facts} handed={handed} readOnly={readOnly} />
  }
  return <WrittenControl kind={kind} spec={spec} facts={facts} handed={handed} readOnly={readOnly} />
}

/** What is chosen is text, what the field holds a number. */
const asNumber = ({ value, onChange }: ControlProps) => ({
  value: value === undefined || value === null ? undefined : `${value}`,
  onChange: (chosen: unknown) => onChange?.(chosen === undefined || chosen === null ? chosen : Number(chosen)),
})

function FigureControl({ kind, spec: { prefix, suffix }, facts, handed, readOnly }: Kind) {
  const shared = { ...handed, readOnly, prefix, suffix }
  if (kind === 'money') return <MoneyInput {...shared} negative={(facts.min ?? -1) < 0} />
  // Rates, weights and unit prices keep the decimals they were typed with.
  if (kind === 'decimal') return <MoneyInput {...shared} places={6} padded={false} />
  return (
    <InputNumber<number>
      {...shared}
      precision={0}
      controls={false}
      inputMode="numeric"
      style={{ width: '100%', fontVariantNumeric: 'tabular-nums' }}
      formatter={(value, { userTyping }) => (userTyping ? `${value ?? ''}` : groupedAmount(`${value ?? ''}`))}
      parser={(text) => (text ?? '').replace(/[^\d-]/g, '') as unknown as number}
    />
  )
}

function WrittenControl({ kind, spec: { prefix, suffix, autoComplete = 'off' }, facts, handed, readOnly }: Kind) {
  if (kind === 'password') return <Input.Password {...handed} autoComplete={autoComplete} />
  if (kind === 'multiline') {
    return (
      <Input.TextArea
        {...handed}
        readOnly={readOnly}
        autoSize={{ minRows: 3, maxRows: 10 }}
        {...(facts.maxLength && { count: { max: facts.maxLength, show: true } })}
      />
    )
  }
  return (
    <TextControl
      {...handed}
      readOnly={readOnly}
      uppercase={facts.uppercase}
      code={facts.code}
      limit={facts.maxLength}
      prefix={prefix}
      suffix={suffix}
      autoComplete={autoComplete}
      // The browser's own bubbles for e-mail would speak over ours, so only the keyboard is asked for.
      {...(kind === 'email' && { inputMode: 'email' as const })}
      {...(kind === 'tel' && { inputMode: 'tel' as const, dir: 'ltr' })}
    />
  )
}

/** Y and N are the specification's flags; a switch speaks true and false. */
function YesNoSwitch({ value, onChange, flag, ...rest }: ControlProps & { flag: boolean }) {
  return (
    <Switch
      {...rest}
      checked={flag ? value === 'Y' : value === true}
      onChange={(on) => onChange?.(flag ? (on ? 'Y' : 'N') : on)}
    />
  )
}
