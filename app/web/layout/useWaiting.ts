import type { WaitingQueue } from '#areas/dashboard/web/slots.ts'
import { getBadges } from '#areas/workspace/contract.ts'
import { mayOpen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { allScreens } from '../screens.ts'

const EVERY_MS = 60_000

/** What waits for this user behind the entries of the menu, by the same answer that the menu shows; the fullest first. */
export function useWaitingQueues(): readonly WaitingQueue[] | undefined {
  const session = useSession()
  const { data } = useRead(getBadges, {}, { staleTime: EVERY_MS })
  return data?.rows
    .flatMap(({ Path, Count }) => {
      const screen = allScreens.find(({ path }) => path === Path)
      return screen && mayOpen(screen, session) ? [{ path: Path, title: screen.title, count: Count }] : []
    })
    .sort((one, other) => other.count - one.count)
}
