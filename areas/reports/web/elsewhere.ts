import { liabilityPath } from '#areas/expiry/paths.ts'
import { levelApprovalPath } from '#areas/levels/paths.ts'
import { referrersPath } from '#areas/referrals/paths.ts'
import { retentionPath } from '#areas/retention/paths.ts'
import { vouchersPath } from '#areas/vouchers/paths.ts'
import { watchPath } from '#areas/watch/paths.ts'
import type { Role, TextKey } from '#kit/web/vocabulary.ts'
import type { reportGroups } from '../contract/table.ts'

// Pages of other areas that the home page of reports also lists.

type OtherPage = {
  group: (typeof reportGroups)[number]
  name: TextKey
  about: TextKey
  role: readonly Role[]
  to: string
}

export const pagesRelatedToReports: readonly OtherPage[] = [
  {
    group: 'members',
    name: 'retention:screens.atRisk',
    about: 'reports:elsewhere.retention',
    role: ['Customer', 'Customer Performance Report', 'Inactive Reactive Member Listing'],
    to: retentionPath({ show: 'model' }),
  },
  {
    group: 'members',
    name: 'levels:screens.approval',
    about: 'reports:elsewhere.levels',
    role: ['Member Category Approval'],
    to: levelApprovalPath(),
  },
  {
    group: 'points',
    name: 'expiry:screens.liability',
    about: 'reports:elsewhere.liability',
    role: ['Point Expiry', 'Point Expiry Report'],
    to: liabilityPath(),
  },
  {
    group: 'rewards',
    name: 'vouchers:screens.list',
    about: 'reports:elsewhere.vouchers',
    role: ['Voucher Listing'],
    to: vouchersPath(),
  },
  {
    group: 'rewards',
    name: 'referrals:screens.list',
    about: 'reports:elsewhere.referrers',
    role: ['Referrer Listing'],
    to: referrersPath(),
  },
  {
    group: 'control',
    name: 'watch:screens.watch',
    about: 'reports:elsewhere.watch',
    role: ['Loyalty Watch'],
    to: watchPath(),
  },
]
