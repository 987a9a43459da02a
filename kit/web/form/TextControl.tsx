import { Input, type InputProps } from 'antd'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { upperCased } from './caret.ts'

type Props = Omit<InputProps, 'onChange' | 'value' | 'count'> & {
  value?: string | null
  onChange?: (value: string) => void
  uppercase?: boolean
  /** Capitals without spaces. */
  code?: boolean
  limit?: number | undefined
}

/** One line of text. Converts to capitals while typing and keeps the caret position. */
export function TextControl({ value, onChange, uppercase = false, code = false, limit, ...inputProps }: Props) {
  const caret = useRef<{ input: HTMLInputElement; at: number }>(undefined)

  // React moves the caret to the end when the rendered text differs from the typed one.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, at } = caret.current
    caret.current = undefined
    input.setSelectionRange(at, at)
  })

  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Changing the text would abort the composition of an input method.
    const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    if (!uppercase || composing) return onChange?.(target.value)
    const next = upperCased(target.value, target.selectionStart ?? target.value.length, { code })
    caret.current = { input: target, at: next.caret }
    onChange?.(next.text)
  }

  return (
    <Input
      {...inputProps}
      value={value ?? ''}
      onChange={handleChange}
      onCompositionEnd={(event) => uppercase && onChange?.(upperCased(event.currentTarget.value, 0, { code }).text)}
      spellCheck={uppercase ? false : undefined}
      // Shows the count only from 80 % of the limit: before that it distracts.
      {...(limit && { count: { max: limit, show: ({ count }) => (count > limit * 0.8 ? `${count}/${limit}` : '') } })}
    />
  )
}
