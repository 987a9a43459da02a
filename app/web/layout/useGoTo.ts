import { useLocation, useNavigate } from 'react-router'
import { saleAddPath } from '#areas/sales/paths.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { allScreens } from '../screens.ts'

/** Binds the shortcuts that work on every page: R records a sale for the open member; J and K move through a list. */
export function useFrequentShortcuts() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const session = useSession()
  const saleScreen = allScreens.find(({ path }) => path === saleAddPath.pattern)
  const recordSale = () => {
    const params = new URLSearchParams(search)
    void navigate(saleAddPath({ MembershipNo: params.get('member') ?? params.get('MembershipNo') }))
  }
  useShortcut('r', 'customers:member.recordSale', recordSale, {
    enabled: saleScreen !== undefined && canOpenScreen(saleScreen, session),
    group: 'everywhere',
  })
  useShortcut('j', 'kit:walk.next', () => focusRow(1), { group: 'everywhere' })
  useShortcut('k', 'kit:walk.previous', () => focusRow(-1), { group: 'everywhere' })
}

/** Focuses the next or previous record of the list, which the user then opens with Enter. */
function focusRow(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>('main .carat-row-link')]
  const row = document.activeElement?.closest('tr, li')
  const focusedIndex = links.findIndex((link) => link === document.activeElement || (row?.contains(link) ?? false))
  links[focusedIndex < 0 ? (by > 0 ? 0 : links.length - 1) : focusedIndex + by]?.focus()
}

/** Binds key sequences, such as G and then D, to frequently used pages. */
export function useGoToShortcuts() {
  useGoToShortcut('g>d', '/dashboard')
  useGoToShortcut('g>c', '/registration/customers')
  useGoToShortcut('g>t', '/tasks')
  useGoToShortcut('g>w', '/rewards/rewards')
  useGoToShortcut('g>r', '/reporting')
}

function useGoToShortcut(keys: string, path: string) {
  const navigate = useNavigate()
  const session = useSession()
  const screen = allScreens.find((candidate) => candidate.path === path)
  const enabled = screen !== undefined && canOpenScreen(screen, session)
  useShortcut(keys, screen?.title ?? 'app:home', () => void navigate(path), { enabled, group: 'goTo' })
}
