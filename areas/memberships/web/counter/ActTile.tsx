import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSingleKeyShortcutsEnabled } from '#kit/web/shortcuts.ts'
import '../memberships.css'

type Props = { to: string; icon: ReactNode /** The shortcut key. */; keys?: string; children: ReactNode }

/** A large link to one of the counter's main actions. */
export function CounterActionTile({ to, icon, keys, children }: Props) {
  const on = useSingleKeyShortcutsEnabled()
  return (
    <Link to={to} className="carat-act" data-walk {...(keys && on && { 'aria-keyshortcuts': keys })}>
      {icon}
      <span>{children}</span>
      {keys && on && (
        <kbd aria-hidden className="carat-keys">
          {keys.toUpperCase()}
        </kbd>
      )}
    </Link>
  )
}
