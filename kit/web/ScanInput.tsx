import { Button, Input, type InputRef } from 'antd'
import { ScanLineIcon } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { burst } from './burst.ts'
import { useT } from './i18n.ts'

type Props = {
  /** What belongs into the box: 'Reward reference'. */
  label: string
  /** Takes what was typed, pasted or scanned; the box waits until it has an answer. */
  onSubmit: (text: string, how: 'typed' | 'scanned') => unknown
  placeholder?: string
  /** What came of it, read out: 'Reward Gold chain voucher found'. */
  result?: string | undefined
  /** Why it was not accepted; stands under the box until the next try. */
  error?: string | undefined
  disabled?: boolean
  autoFocus?: boolean
  /** The word on the button; 'Search' if left out. */
  action?: string
  /** Empties the box after a submit, for one scan after the other. */
  clearing?: boolean
  maxLength?: number
  id?: string
  ref?: Ref<InputRef>
}

/** One box for a code however it comes: typed and Enter, pasted, or from a scanner that types and presses Enter itself. */
export function ScanInput({
  label,
  onSubmit,
  placeholder,
  result,
  error,
  disabled,
  autoFocus,
  action,
  clearing,
  maxLength = 100,
  id = 'scan',
  ref,
}: Props) {
  const t = useT()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const scanner = useRef(burst())

  const submit = async (code: string, how: 'typed' | 'scanned') => {
    const trimmed = code.trim()
    if (trimmed === '' || busy) return
    setBusy(true)
    try {
      await onSubmit(trimmed, how)
      if (clearing) setText('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <label htmlFor={id} className="carat-label">
        {label}
      </label>
      <div className="carat-scan" data-scan>
        <Input
          id={id}
          {...(ref && { ref })}
          size="large"
          value={text}
          disabled={disabled ?? false}
          autoFocus={autoFocus ?? false}
          placeholder={placeholder ?? t('kit:scan.placeholder')}
          prefix={<ScanLineIcon aria-hidden />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={maxLength}
          status={error ? 'error' : ''}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-told`}
          allowClear
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            const scanned = scanner.current.press(event.key, event.timeStamp)
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              // What the scanner typed is the code, even if something stood in the box before.
              if (scanned) setText(scanned)
              void submit(scanned ?? event.currentTarget.value, scanned ? 'scanned' : 'typed')
            }
          }}
        />
        <Button
          size="large"
          type="primary"
          loading={busy}
          disabled={disabled ?? false}
          onClick={() => void submit(text, 'typed')}
        >
          {action ?? t('kit:search.search')}
        </Button>
      </div>
      <div id={`${id}-told`} aria-live="assertive" className={error ? 'carat-scan-error' : 'carat-scan-result'}>
        {error ?? result ?? ''}
      </div>
    </div>
  )
}
