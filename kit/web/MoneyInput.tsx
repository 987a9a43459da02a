import { Input, type InputProps } from 'antd'
import { useState } from 'react'
import { groupedAmount, settledAmount, typedAmount } from './form/money.ts'

type Props = Omit<InputProps, 'onChange' | 'value' | 'type'> & {
  /** Decimal text like "1234.50": an amount is never a number here. */
  value?: string | null
  onChange?: (value: string) => void
  places?: number
  /** Rates and weights keep the decimals they were typed with. */
  padded?: boolean
  negative?: boolean
}

/** An amount, grouped while read and plain while typed. */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  onFocus,
  places = 2,
  padded = true,
  negative = true,
  ...rest
}: Props) {
  const [typing, setTyping] = useState(false)
  const text = value ?? ''
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      style={{ ...rest.style, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
      value={typing ? text : groupedAmount(text)}
      onFocus={(event) => {
        setTyping(true)
        onFocus?.(event)
      }}
      onChange={(event) => onChange?.(typedAmount(event.target.value, { places, negative }))}
      onBlur={(event) => {
        setTyping(false)
        const settled = padded ? settledAmount(text, places) : text
        if (settled !== text) onChange?.(settled)
        onBlur?.(event)
      }}
    />
  )
}
