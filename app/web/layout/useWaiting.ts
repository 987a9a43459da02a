import type { WaitingQueue } from '#areas/dashboard/web/slots.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { buildMenu, isMenuGroup } from '../menu.ts'
import { allScreens } from '../screens.ts'
import { menuIcons } from './icons.tsx'

const STALE_MS = 60_000

/** Returns the menu icon of a page, or the icon of its group. */
function iconOf(path: string) {
  const item = buildMenu(allScreens).find((item) =>
    isMenuGroup(item) ? item.entries.some((entry) => entry.path === path) : item.path === path,
  )
  return menuIcons[item?.icon ?? 'approvals']
}

/** Returns the user's queues with pending items, largest first, from the data of the menu's badges. */
export function useWaitingQueues(): readonly WaitingQueue[] | undefined {
  const session = useSession()
  const { data } = useRead(getMenuBadges, {}, { staleTime: STALE_MS })
  return data?.rows
    .flatMap(({ Path, Count }) => {
      const screen = allScreens.find(({ path }) => path === Path)
      return screen && canOpenScreen(screen, session)
        ? [{ path: Path, title: screen.title, count: Count, icon: iconOf(Path) }]
        : []
    })
    .sort((left, right) => right.count - left.count)
}
