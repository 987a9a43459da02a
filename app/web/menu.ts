import { canOpenScreen, type Screen } from '#kit/web/screen.ts'
import type { Session } from '#kit/web/session.ts'
import type { MenuGroup, Privilege, TextKey } from '#kit/web/vocabulary.ts'
import type { MenuIconName } from './layout/icons.tsx'

/** A menu entry. Its label is the title of the screen with this path; `tooltip` comes from the specification. */
export type MenuEntry = {
  path: string
  icon?: MenuIconName
  tooltip?: TextKey
  /** Users with one of these privileges may have pending items in this entry, so space for the count is reserved. */
  counts?: readonly Privilege[]
}
type Group = { key: MenuGroup; title: TextKey; icon: MenuIconName; entries: readonly MenuEntry[] }

/**
 * The menu of the specification, with daily pages first and settings last.
 * A menu entry is visible if a screen has its path and the user may open that screen. A group needs a visible entry.
 * A page that the specification does not list names its menu group in `menu` of the screen, and follows the other entries.
 * Pages for auditors and operators belong to the settings.
 */
const specifiedMenu: readonly (MenuEntry | Group)[] = [
  { path: '/dashboard', icon: 'dashboard' },
  { path: '/counter', icon: 'counter' },
  { path: '/tasks', icon: 'tasks' },
  {
    path: '/settings/approvals',
    icon: 'approvals',
    counts: ['Approve Requests', 'Approve Level', 'Approve Adjustment'],
  },
  {
    key: 'registration',
    title: 'app:menu.registration',
    icon: 'registration',
    entries: [
      { path: '/registration/customers' },
      { path: '/registration/self-service' },
      { path: '/registration/import-leads' },
    ],
  },
  {
    key: 'rewards',
    title: 'app:menu.rewards',
    icon: 'rewards',
    entries: [
      { path: '/rewards/rewards' },
      { path: '/rewards/contact-templates', tooltip: 'app:menu.tooltip.createTemplate' },
      { path: '/rewards/claim-rewards', tooltip: 'app:menu.tooltip.claimRewards' },
      { path: '/rewards/cancel-claim-rewards' },
      { path: '/rewards/redeem-rewards' },
      { path: '/rewards/cancel-redeem-rewards' },
      { path: '/rewards/collect-rewards', tooltip: 'app:menu.tooltip.collectRewards' },
      { path: '/rewards/cancel-collect-rewards' },
    ],
  },
  {
    key: 'campaign',
    title: 'app:menu.campaign',
    icon: 'campaign',
    entries: [
      { path: '/campaign/campaigns/listing' },
      { path: '/campaign/campaign-target-list' },
      { path: '/campaign/contact-templates', tooltip: 'app:menu.tooltip.createTemplate' },
    ],
  },
  {
    key: 'reporting',
    title: 'app:menu.reporting',
    icon: 'reporting',
    entries: [
      { path: '/reporting' },
      { path: '/reporting/member-listing' },
      { path: '/reporting/member-profile-amendment-report' },
      { path: '/reporting/member-point-statement', tooltip: 'app:menu.tooltip.pointSummary' },
      { path: '/reporting/customer-analysis-report' },
      { path: '/reporting/customer-reward-status-report' },
      { path: '/reporting/customer-performance-report' },
      { path: '/reporting/product-sales-analysis-report' },
      { path: '/reporting/member-sales-analysis-report' },
      { path: '/reporting/customer-transaction-report' },
      { path: '/reporting/non-member-transaction-report' },
      { path: '/reporting/repeat-customer-analysis-report' },
      { path: '/reporting/point-expiry-report' },
      { path: '/reporting/premium-gift-redemption-listing' },
      { path: '/reporting/inactive-reactive-member-listing' },
      { path: '/reporting/member-category-analysis-report' },
      { path: '/reporting/audit-trail-report' },
      { path: '/reporting/feedback-analysis-report' },
      { path: '/reporting/campaign-target-list-report' },
      { path: '/reporting/friend-get-friend-sales-report' },
    ],
  },
  {
    key: 'member',
    title: 'app:menu.member',
    icon: 'member',
    entries: [
      { path: '/member/level-histories/approval' },
      { path: '/member/archive' },
      { path: '/member/referrer-listing' },
      { path: '/member/profile-amendment-review' },
      { path: '/member/update-member-listing' },
    ],
  },
  {
    key: 'points-management',
    title: 'app:menu.points',
    icon: 'points',
    entries: [
      { path: '/points-management/point-structure' },
      { path: '/points-management/point-rate' },
      { path: '/points-management/points-adjustment' },
      { path: '/points-management/points-expiry' },
      { path: '/points-management/customer-transactions/listing' },
      { path: '/points-management/point-expiry-rewards' },
    ],
  },
  {
    key: 'setup',
    title: 'app:menu.setup',
    icon: 'setup',
    entries: [
      { path: '/setup/card-group' },
      { path: '/setup/card-category' },
      { path: '/setup/task-group' },
      { path: '/setup/activity-type' },
      { path: '/setup/product-group' },
      { path: '/setup/voucher-listing' },
      { path: '/setup/custom-field' },
      { path: '/setup/lead-source' },
    ],
  },
  {
    key: 'feedback',
    title: 'app:menu.feedback',
    icon: 'feedback',
    entries: [{ path: '/feedback/feedback' }, { path: '/feedback/question' }],
  },
  {
    key: 'settings',
    title: 'app:menu.settings',
    icon: 'settings',
    entries: [{ path: '/settings' }],
  },
]

export type VisibleMenuEntry = MenuEntry & { title: TextKey }
export type VisibleMenuGroup = Omit<Group, 'entries'> & { entries: readonly VisibleMenuEntry[] }

export const isMenuGroup = <Group extends { entries: unknown }>(item: Group | { path: string }): item is Group =>
  'entries' in item

/** Builds the whole menu: the specified entries of each group, followed by the additional entries of the screens. */
export const buildMenu = (screens: readonly Screen[]): (MenuEntry | Group)[] =>
  specifiedMenu.map((item) =>
    isMenuGroup(item) ? { ...item, entries: [...item.entries, ...additionalEntries(item.key, screens)] } : item,
  )

/** Returns the group's additional entries, with paths inside the group first. */
function additionalEntries(group: MenuGroup, screens: readonly Screen[]): MenuEntry[] {
  const paths = screens.filter(({ menu }) => menu === group).map(({ path }) => path)
  const isInGroup = (path: string) => path.startsWith(`/${group}/`)
  return [...paths.filter(isInGroup), ...paths.filter((path) => !isInGroup(path))].map((path) => ({ path }))
}

/** Builds the menu as the user sees it. */
export function visibleMenu(
  screens: readonly Screen[],
  session: Pick<Session, 'has' | 'may'>,
): (VisibleMenuEntry | VisibleMenuGroup)[] {
  const openableTitles = new Map(
    screens.filter((screen) => canOpenScreen(screen, session)).map((screen) => [screen.path, screen.title]),
  )
  const toVisibleEntry = (entry: MenuEntry): VisibleMenuEntry[] => {
    const title = openableTitles.get(entry.path)
    return title ? [{ ...entry, title }] : []
  }
  return buildMenu(screens).flatMap<VisibleMenuEntry | VisibleMenuGroup>((item) => {
    if (!isMenuGroup(item)) return toVisibleEntry(item)
    const entries = item.entries.flatMap(toVisibleEntry)
    return entries.length > 0 ? [{ ...item, entries }] : []
  })
}
