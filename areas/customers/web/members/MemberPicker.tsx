import { Button, Input, type InputRef } from 'antd'
import { ScanLineIcon } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import type { MemberSearchResult } from '../slots.ts'
import { MemberSearchOptions } from './MemberOptions.tsx'
import './members.css'
import { useMemberPicker } from './useMemberPicker.ts'

type Props = {
  /** Id of the search box, from which the ids of its list and status are derived. */
  id: string
  /** Called with the picked member: automatically for a full number (`exact`), otherwise after the user's choice. */
  onPick: (member: MemberSearchResult, exact: boolean) => void
  /** The visible label of the search box. Without it `aria-label` or the form labels the search box. */
  label?: string
  placeholder?: string
  /** The error below the search box until the next search. */
  error?: string | undefined
  /** The message below the search box, such as the outcome of the last search. */
  result?: string | undefined
  size?: 'middle' | 'large'
  autoFocus?: boolean
  /** A customer whom the search omits, for example the other customer of a merge. */
  excludedId?: number | undefined
  /** The label of the search button, which serves users without a keyboard. */
  action?: string
  /** True if the picker offers to register a new customer with the typed text. */
  registers?: boolean
  /** True if the picker accepts scans while no field of the page has the focus. */
  ofPage?: boolean
  /** The message if no member matches; "No Customer Found." unless the specification sets another one. */
  unmatched?: string
  /** Called with the typed text if the search box loses the focus without a match. */
  onUnmatched?: (typed: string) => void
  /** A text for which the box searches at once. */
  initialText?: string | undefined
  onBlur?: () => void
  ref?: Ref<Pick<InputRef, 'focus'>>
  'aria-label'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/**
 * The search box for members on every page, for typed and scanned text.
 * The search finds members by number, phone in any spelling, identity number, e-mail or name.
 * If the user presses Enter before the results arrive, the picker acts once the results are there.
 */
export function MemberPicker({
  id,
  onPick,
  label,
  placeholder,
  error,
  result,
  size = 'middle',
  action,
  ...rest
}: Props) {
  const t = useT()
  const {
    excludedId,
    registers = false,
    ofPage = false,
    unmatched,
    onUnmatched,
    initialText,
    onBlur,
    ref,
    ...box
  } = rest
  const input = useRef<InputRef>(null)
  const picker = useMemberPicker({ onPick, excludedId, registers, ofPage, initialText })
  const { typed, lines, at, open, settled, count } = picker
  useImperativeHandle(ref, () => ({ focus: (options) => input.current?.focus(options) }), [])

  const isUnmatched = settled && !open && typed.trim() !== '' && count === 0
  const leaveUnmatched = useEffectEvent(() => onUnmatched?.(typed.trim()))
  useEffect(() => {
    if (isUnmatched) leaveUnmatched()
  }, [isUnmatched])

  const noneText = useNoneText(unmatched)
  const isListOpen = open && lines.length > 0
  const problem = error ?? picker.error
  const describedBy = [box['aria-describedby'], `${id}-status`].filter(Boolean).join(' ')
  return (
    <div className={joinClassNames(size === 'large' && 'customers-member-large')}>
      {label && (
        <label htmlFor={id} className="carat-label">
          {label}
        </label>
      )}
      <div className="carat-scan" data-scan>
        <Input
          {...box}
          id={id}
          ref={(element) => {
            input.current = element
            picker.box.current = element?.input ?? null
          }}
          size={size}
          value={typed}
          placeholder={placeholder ?? t('customers:member.example')}
          prefix={<ScanLineIcon aria-hidden />}
          role="combobox"
          aria-expanded={isListOpen}
          aria-controls={isListOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListOpen && at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          status={problem ? 'error' : ''}
          aria-invalid={box['aria-invalid'] ?? problem !== undefined}
          aria-describedby={describedBy}
          allowClear
          onChange={({ target }) => picker.type(target.value)}
          onKeyDown={picker.press}
          onFocus={picker.show}
          onBlur={() => {
            picker.hide()
            onBlur?.()
          }}
        />
        {action && (
          <Button size={size} loading={picker.waiting} onClick={() => picker.enter(typed)}>
            {action}
          </Button>
        )}
        {isListOpen && (
          <MemberSearchOptions
            {...{ id, lines, at, count, typed, noneText }}
            label={label ?? box['aria-label'] ?? t('customers:member.find')}
            onPoint={picker.point}
            onTake={picker.take}
          />
        )}
      </div>
      <div id={`${id}-status`} role="status" className={problem ? 'carat-scan-error' : 'carat-scan-result'}>
        {problem ??
          (open && settled && typed !== ''
            ? count > 0
              ? t('customers:member.several', { count })
              : noneText
            : result)}
      </div>
    </div>
  )
}

function useNoneText(unmatched?: string) {
  const t = useT()
  const { isHQ } = useSession()
  return `${unmatched ?? `${t('customers:member.none')}.`} ${isHQ ? '' : t('customers:member.elsewhere')}`.trim()
}
