import { useNavigate } from 'react-router'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { allScreens } from '../screens.ts'

/** G and a letter goes to the pages that are used all day. */
export function useGoTo() {
  useGo('g>d', '/dashboard')
  useGo('g>c', '/registration/customers')
  useGo('g>t', '/tasks')
  useGo('g>w', '/rewards/rewards')
  useGo('g>r', '/reporting')
}

function useGo(keys: string, path: string) {
  const navigate = useNavigate()
  const { has } = useSession()
  const screen = allScreens.find((other) => other.path === path)
  const open = screen !== undefined && has(screen.role)
  useShortcut(keys, screen?.title ?? 'app:home', () => void navigate(path), { enabled: open, group: 'goTo' })
}
