import { Input, InputNumber, Switch } from 'antd'
import { ChoiceSelect } from '../ChoiceSelect.tsx'
import { DateInput, InstantField } from '../DateInput.tsx'
import type { Area } from '../labels.ts'
import { MoneyInput } from '../MoneyInput.tsx'
import { RecordPicker } from '../RecordPicker.tsx'
import type { ControlProps, FieldSpec } from './fields.ts'
import { groupedAmount } from './money.ts'
import type { FieldFacts } from './schema.ts'
import { TextControl } from './TextControl.tsx'

type Props = ControlProps & { spec: FieldSpec<string>; facts: FieldFacts; area: Area; disabled?: boolean }

/** The control of a field, chosen by what its schema takes. antd's form hands `id`, `value` and `onChange` through. */
export function FieldControl({ spec, facts, area, disabled, ...given }: Props) {
  const { kind = facts.kind, choices, locked, example, prefix, suffix, autoComplete } = spec
  // Locked text stays readable and can be copied, so it is read-only instead of disabled.
  const readOnly = Boolean(locked)
  const props = { ...given, disabled, ...(example && { placeholder: example }) } as never as Record<string, never>

  if (spec.control) return spec.control(given)
  if (spec.find)
    return (
      <RecordPicker
        {...props}
        name={`${area}.${spec.name}`}
        find={spec.find}
        chosen={spec.chosen}
        disabled={disabled || readOnly}
        allowClear={!facts.required}
      />
    )
  if (choices || kind === 'select' || kind === 'several') {
    return (
      <ChoiceSelect
        {...props}
        area={area}
        field={spec.name}
        choices={choices ?? facts.options}
        disabled={disabled || readOnly}
        allowClear={!facts.required}
        {...(kind === 'several' && { mode: facts.options || choices ? ('multiple' as const) : ('tags' as const) })}
      />
    )
  }
  switch (kind) {
    case 'switch':
      return <YesNoSwitch {...props} disabled={disabled || readOnly} flag={facts.options !== undefined} />
    case 'multiline':
      return (
        <Input.TextArea
          {...props}
          readOnly={readOnly}
          autoSize={{ minRows: 3, maxRows: 10 }}
          {...(facts.maxLength && { count: { max: facts.maxLength, show: true } })}
        />
      )
    case 'integer':
    case 'points':
      return (
        <InputNumber<number>
          {...props}
          readOnly={readOnly}
          precision={0}
          controls={false}
          inputMode="numeric"
          prefix={prefix}
          suffix={suffix}
          style={{ width: '100%', fontVariantNumeric: 'tabular-nums' }}
          formatter={(value, { userTyping }) => (userTyping ? `${value ?? ''}` : groupedAmount(`${value ?? ''}`))}
          parser={(text) => (text ?? '').replace(/[^\d-]/g, '') as unknown as number}
        />
      )
    case 'money':
      return (
        <MoneyInput {...props} readOnly={readOnly} negative={(facts.min ?? -1) < 0} prefix={prefix} suffix={suffix} />
      )
    case 'decimal':
      return <MoneyInput {...props} readOnly={readOnly} places={6} padded={false} prefix={prefix} suffix={suffix} />
    case 'date':
      return <DateInput {...props} disabled={disabled || readOnly} allowClear={!facts.required} />
    case 'date-time':
      return <InstantField {...props} disabled={disabled || readOnly} allowClear={!facts.required} />
    case 'password':
      return <Input.Password {...props} autoComplete={autoComplete ?? 'off'} />
    default:
      return (
        <TextControl
          {...props}
          readOnly={readOnly}
          uppercase={facts.uppercase}
          code={facts.code}
          limit={facts.maxLength}
          prefix={prefix}
          suffix={suffix}
          // The browser's own bubbles for e-mail would speak over ours, so only the keyboard is asked for.
          {...(kind === 'email' && { inputMode: 'email' as const })}
          {...(kind === 'tel' && { inputMode: 'tel' as const, dir: 'ltr' })}
          autoComplete={autoComplete ?? 'off'}
        />
      )
  }
}

/** Y and N are the specification's flags; a switch speaks true and false. */
function YesNoSwitch({ value, onChange, flag, disabled, id }: ControlProps & { flag: boolean; disabled?: boolean }) {
  return (
    <Switch
      {...(id && { id })}
      disabled={disabled ?? false}
      checked={flag ? value === 'Y' : value === true}
      onChange={(on) => onChange?.(flag ? (on ? 'Y' : 'N') : on)}
    />
  )
}
