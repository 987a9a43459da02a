import { Button, Input, type InputRef } from 'antd'
import { ScanLineIcon } from 'lucide-react'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { classes } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import type { FoundMember } from '../slots.ts'
import { MemberOptions } from './MemberOptions.tsx'
import './members.css'
import { useMemberPicker } from './useMemberPicker.ts'

type Props = {
  /** Of the box; the list and what is read out are named after it. */
  id: string
  /** Given the member who was found: by a full number (`exact`) at once, else by choice. */
  onPick: (member: FoundMember, exact: boolean) => void
  /** Stands above the box; without it the box is named by `aria-label` or by the form around it. */
  label?: string
  placeholder?: string
  /** Why the choice was not accepted; stands under the box until the next try. */
  error?: string | undefined
  /** Stands under the box while nothing else does: what came of the last one. */
  result?: string | undefined
  size?: 'middle' | 'large'
  autoFocus?: boolean
  /** A customer who is left out: the other one of two. */
  excludedId?: number | undefined
  /** The label of a button beside it, for use without a keyboard. */
  action?: string
  /** Offers to register an unknown person with the typed text. */
  registers?: boolean
  /** Takes what is scanned on the page while no field has the focus. */
  ofPage?: boolean
  /** The message where no member matches; "No Customer Found." unless the specification has another for the page. */
  unmatched?: string
  /** Given what was typed once the box is left and no member matches. */
  onUnmatched?: (typed: string) => void
  /** A text from elsewhere that is looked up at once. */
  initialText?: string | undefined
  onBlur?: () => void
  ref?: Ref<Pick<InputRef, 'focus'>>
  'aria-label'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/**
 * One box for a member, wherever one is asked for: a number, telephone in any spelling, identity number, e-mail or name,
 * typed or scanned. Enter that comes before the answer waits for it; nothing that was typed is lost.
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
  const describedBy = [box['aria-describedby'], `${id}-told`].filter(Boolean).join(' ')
  return (
    <div className={classes(size === 'large' && 'customers-member-large')}>
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
          <MemberOptions
            {...{ id, lines, at, count, typed, noneText }}
            label={label ?? box['aria-label'] ?? t('customers:member.find')}
            onPoint={picker.point}
            onTake={picker.take}
          />
        )}
      </div>
      <div id={`${id}-told`} role="status" className={problem ? 'carat-scan-error' : 'carat-scan-result'}>
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
