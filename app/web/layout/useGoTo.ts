import { useLocation, useNavigate } from 'react-router'
import { saleAddPath } from '#areas/sales/paths.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { allScreens } from '../screens.ts'

/** What is done all day from wherever one is: R records a sale, of the member who is open; J and K walk a list. */
export function useDayKeys() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { has } = useSession()
  const sale = allScreens.find(({ path }) => path === saleAddPath.pattern)
  const record = () => {
    const open = new URLSearchParams(search)
    void navigate(saleAddPath({ MembershipNo: open.get('member') ?? open.get('MembershipNo') }))
  }
  useShortcut('r', 'customers:member.recordSale', record, {
    enabled: sale !== undefined && has(sale.role),
    group: 'everywhere',
  })
  useShortcut('j', 'kit:walk.next', () => walkRows(1), { group: 'everywhere' })
  useShortcut('k', 'kit:walk.previous', () => walkRows(-1), { group: 'everywhere' })
}

/** Moves the focus from one record of the list to the next; Enter opens it. */
function walkRows(by: 1 | -1) {
  const links = [...document.querySelectorAll<HTMLElement>('main .carat-row-link')]
  const row = document.activeElement?.closest('tr, li')
  const at = links.findIndex((link) => link === document.activeElement || (row?.contains(link) ?? false))
  links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by]?.focus()
}

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
