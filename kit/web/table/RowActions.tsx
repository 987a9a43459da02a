import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { EllipsisIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog, type Question } from '../ConfirmAction.tsx'
import { useT } from '../i18n.ts'

export type RowAction = {
  label: string
  icon?: ReactNode
  /** The act that this list is opened for: beside the menu, by its icon. One of a row. */
  obvious?: boolean
  danger?: boolean
  /** Why it cannot run now: shown with the greyed-out item. */
  disabled?: string | false | undefined
  /** Asked before running. */
  confirm?: string | Question
  /** Does it; gets the reason if the question asked for one. */
  run?: (reason: string) => unknown
  /** Or leads to a page. */
  to?: string
}

type Props = { name: string; actions: readonly RowAction[]; visible?: boolean }

/** The menu at the end of a row, and before it the one act that is in sight where there is room. */
export function RowActions({ name, actions, visible = false }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [pending, setPending] = useState<RowAction>()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const run = async (action: RowAction, reason = '') => {
    if (action.to !== undefined) return navigate(action.to)
    // Only calls reject here, and useCall has already notified the user.
    await Promise.resolve(action.run?.(reason)).catch(() => {})
  }
  const choose = (action: RowAction) => {
    if (action.confirm) {
      setPending(action)
      setOpen(true)
    } else void run(action)
  }

  const items: MenuProps['items'] = actions.map((action, place) => ({
    key: `${place}`,
    icon: action.icon,
    danger: action.danger ?? false,
    disabled: Boolean(action.disabled),
    label: (
      <span className="carat-menu-item">
        {action.label}
        {action.disabled && <small>{action.disabled}</small>}
      </span>
    ),
    onClick: ({ domEvent }) => {
      // The row behind must not take this press for its own.
      domEvent.stopPropagation()
      choose(action)
    },
  }))

  const obvious = visible ? actions.find((action) => action.obvious && !action.disabled) : undefined
  return (
    <>
      {obvious && (
        <Tooltip title={obvious.label}>
          <Button
            type="text"
            size="small"
            icon={obvious.icon}
            aria-label={t('kit:table.actFor', { act: obvious.label, name })}
            onClick={() => choose(obvious)}
          />
        </Tooltip>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items }}
        autoFocus
        onOpenChange={(opened) => !opened && setTimeout(() => returnFocus(button.current))}
      >
        <Button
          ref={button}
          type="text"
          size="small"
          icon={<EllipsisIcon aria-hidden />}
          aria-label={t('kit:table.actionsFor', { name })}
        />
      </Dropdown>
      {pending?.confirm && (
        <ConfirmDialog
          open={open}
          question={
            typeof pending.confirm === 'string'
              ? { title: pending.confirm, ok: pending.label, danger: pending.danger ?? false }
              : { ok: pending.label, danger: pending.danger ?? false, ...pending.confirm }
          }
          onClose={() => setOpen(false)}
          run={(reason) => pending.run?.(reason)}
        />
      )}
    </>
  )
}

/** The closed menu leaves the focus nowhere; it belongs back on the button, also for a dialog that returns it later. */
function returnFocus(button: HTMLButtonElement | null) {
  const focused = document.activeElement
  if (!focused || focused === document.body || focused.closest('.ant-dropdown')) button?.focus()
}
