import { Input, type InputProps } from 'antd'
import { useState } from 'react'
import { addThousandsSeparators, cleanTypedAmount, normalizeAmount } from './form/money.ts'

type Props = Omit<InputProps, 'onChange' | 'value' | 'type'> & {
  /** The amount as decimal text, such as "1234.50"; never a number. */
  value?: string | null
  onChange?: (value: string) => void
  places?: number
  /** True to pad the amount to `places` decimals. Rates and weights keep the typed decimals instead. */
  padded?: boolean
  negative?: boolean
}

/** An input for an amount: shows thousands separators, but not during editing. */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  onFocus,
  places = 2,
  padded = true,
  negative = true,
  ...inputProps
}: Props) {
  const [typing, setTyping] = useState(false)
  const text = value ?? ''
  return (
    <Input
      {...inputProps}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      style={{ ...inputProps.style, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
      value={typing ? text : addThousandsSeparators(text)}
      onFocus={(event) => {
        setTyping(true)
        onFocus?.(event)
      }}
      onChange={(event) => onChange?.(cleanTypedAmount(event.target.value, { places, negative }))}
      onBlur={(event) => {
        setTyping(false)
        const settled = padded ? normalizeAmount(text, places) : text
        if (settled !== text) onChange?.(settled)
        onBlur?.(event)
      }}
    />
  )
}
