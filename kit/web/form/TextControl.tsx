import { Input, type InputProps } from 'antd'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { upperCased } from './caret.ts'

type Props = Omit<InputProps, 'onChange' | 'value' | 'count'> & {
  value?: string | null
  onChange?: (value: string) => void
  uppercase?: boolean
  /** Capitals without blanks. */
  code?: boolean
  limit?: number | undefined
}

/** One line of text; capitals are raised while typing, and the caret stays where the person put it. */
export function TextControl({ value, onChange, uppercase = false, code = false, limit, ...rest }: Props) {
  const caret = useRef<{ input: HTMLInputElement; at: number }>(undefined)

  // React moves the caret to the end when the shown text is not what was typed.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input, at } = caret.current
    caret.current = undefined
    input.setSelectionRange(at, at)
  })

  const typed = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // An input method shows what it composes; changing that would break it off.
    const composing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    if (!uppercase || composing) return onChange?.(target.value)
    const next = upperCased(target.value, target.selectionStart ?? target.value.length, { code })
    caret.current = { input: target, at: next.caret }
    onChange?.(next.text)
  }

  return (
    <Input
      {...rest}
      value={value ?? ''}
      onChange={typed}
      onCompositionEnd={(event) => uppercase && onChange?.(upperCased(event.currentTarget.value, 0, { code }).text)}
      spellCheck={uppercase ? false : undefined}
      // Counted from four fifths on: before that the number only distracts.
      {...(limit && { count: { max: limit, show: ({ count }) => (count > limit * 0.8 ? `${count}/${limit}` : '') } })}
    />
  )
}
