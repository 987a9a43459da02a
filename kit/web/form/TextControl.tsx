import { Input, type InputProps } from 'antd'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { uppercaseAndMoveCaret } from './caret.ts'

type Props = Omit<InputProps, 'onChange' | 'value' | 'count'> & {
  value?: string | null
  onChange?: (value: string) => void
  uppercase?: boolean
  /** True if the field contains codes, which are upper case without spaces. */
  code?: boolean
  limit?: number | undefined
}

/** A text input that converts to upper case while the user types and keeps the caret position. */
export function TextControl({ value, onChange, uppercase = false, code = false, limit, ...inputProps }: Props) {
  const caret = useRef<{ input: HTMLInputElement; at: number }>(undefined)

  // Restores the caret, which React moves to the end if the rendered text differs from the typed text.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, at } = caret.current
    caret.current = undefined
    input.setSelectionRange(at, at)
  })

  const handleChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Waits while an input method composes characters, because a changed text would abort the input method.
    const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    if (!uppercase || composing) return onChange?.(target.value)
    const next = uppercaseAndMoveCaret(target.value, target.selectionStart ?? target.value.length, { code })
    caret.current = { input: target, at: next.caret }
    onChange?.(next.text)
  }

  return (
    <Input
      {...inputProps}
      value={value ?? ''}
      onChange={handleChange}
      onCompositionEnd={(event) =>
        uppercase && onChange?.(uppercaseAndMoveCaret(event.currentTarget.value, 0, { code }).text)
      }
      spellCheck={uppercase ? false : undefined}
      // The character count is shown only from 80 % of the limit, because an earlier count distracts.
      {...(limit && { count: { max: limit, show: ({ count }) => (count > limit * 0.8 ? `${count}/${limit}` : '') } })}
    />
  )
}
