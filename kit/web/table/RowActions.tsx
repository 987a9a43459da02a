import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { EllipsisIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ConfirmationQuestion, ConfirmDialog } from '../ConfirmAction.tsx'
import { useT } from '../i18n.ts'

export type RowAction = {
  label: string
  icon?: ReactNode
  /** True for the primary action of a row, shown as an icon beside the menu. At most one action is primary. */
  obvious?: boolean
  danger?: boolean
  /** The reason why the user cannot run the action, shown with the disabled menu item. */
  disabled?: string | false | undefined
  /** The question that the user must confirm before the action runs. */
  confirm?: string | ConfirmationQuestion
  /** Runs the action on the row, with the reason if the confirmation asks for a reason. */
  run?: (reason: string) => unknown
  /** The path of a page that opens instead of running an action. */
  to?: string
}

type Props = { name: string; actions: readonly RowAction[]; visible?: boolean }

/** Shows the menu of a row's actions. With `visible`, the primary action has its own button before the menu. */
export function RowActions({ name, actions, visible = false }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [pending, setPending] = useState<RowAction>()
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const run = async (action: RowAction, reason = '') => {
    if (action.to !== undefined) return navigate(action.to)
    // Ignores rejections of the action, because only calls reject here and useCall has already notified the user.
    await Promise.resolve(action.run?.(reason)).catch(() => {})
  }
  const choose = (action: RowAction) => {
    if (action.confirm) {
      setPending(action)
      setConfirmOpen(true)
    } else void run(action)
  }

  const items: MenuProps['items'] = actions.map((action, index) => ({
    key: `${index}`,
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
      // The click on the menu stops here, because a click on the row would also open the record.
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
          open={isConfirmOpen}
          question={
            typeof pending.confirm === 'string'
              ? { title: pending.confirm, ok: pending.label, danger: pending.danger ?? false }
              : { ok: pending.label, danger: pending.danger ?? false, ...pending.confirm }
          }
          onClose={() => setConfirmOpen(false)}
          run={(reason) => pending.run?.(reason)}
        />
      )}
    </>
  )
}

/** Returns the focus to the menu button after the menu has closed, unless a dialog is open. */
function returnFocus(button: HTMLButtonElement | null) {
  const activeElement = document.activeElement
  if (!activeElement || activeElement === document.body || activeElement.closest('.ant-dropdown')) button?.focus()
}
