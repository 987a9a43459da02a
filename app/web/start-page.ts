import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import type { Preferences } from '#areas/workspace/contract.ts'
import { mayOpen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import { allScreens } from './screens.ts'

/** Who serves customers, and does not only look at figures. */
const serving: readonly Role[] = [
  'Customer',
  'Customer Transaction',
  'Claim Rewards',
  'Redeem Rewards',
  'Collect Rewards',
]

type Who = Pick<Session, 'has' | 'may' | 'isHQ'>

/** Whether this user has a choice at all. */
export const mayBeginAtCounter = (who: Who) =>
  allScreens.some((screen) => screen.path === counterPath.pattern && mayOpen(screen, who))

/** The page after signing in: the one that was chosen, else the counter for who serves customers at an outlet. */
export function startPath(who: Who, chosen: Preferences['StartPage'] = 'auto'): string {
  if (!mayBeginAtCounter(who)) return dashboardPath()
  const atCounter = chosen === 'auto' ? !who.isHQ && who.has(serving) : chosen === 'counter'
  return atCounter ? counterPath() : dashboardPath()
}
