import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import type { Preferences } from '#areas/workspace/contract.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import { allScreens } from './screens.ts'

/** The roles whose users serve customers at the counter. */
const counterRoles: readonly Role[] = [
  'Customer',
  'Customer Transaction',
  'Claim Rewards',
  'Redeem Rewards',
  'Collect Rewards',
]

type UserAccess = Pick<Session, 'has' | 'may' | 'isHQ'>

/** True if the user may open the counter, and can therefore choose a start page. */
export const canStartAtCounter = (user: UserAccess) =>
  allScreens.some((screen) => screen.path === counterPath.pattern && canOpenScreen(screen, user))

/** Returns the chosen start page; by default the counter for outlet staff with a counter role, else the dashboard. */
export function startPagePath(user: UserAccess, choice: Preferences['StartPage'] = 'auto'): string {
  if (!canStartAtCounter(user)) return dashboardPath()
  const atCounter = choice === 'auto' ? !user.isHQ && user.has(counterRoles) : choice === 'counter'
  return atCounter ? counterPath() : dashboardPath()
}
