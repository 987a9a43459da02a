import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import '#kit/web/table/list.css'
import {
  cancelClaimRewardsPath,
  cancelCollectRewardsPath,
  cancelRedeemRewardsPath,
  claimRewardsPath,
  collectRewardsPath,
  redeemRewardsPath,
} from '../../paths.ts'

const screens = [
  ['Redeem Rewards', 'redeem', redeemRewardsPath],
  ['Claim Rewards', 'claim', claimRewardsPath],
  ['Collect Rewards', 'collect', collectRewardsPath],
  ['Cancel Redeem Rewards', 'cancelRedeem', cancelRedeemRewardsPath],
  ['Cancel Claim Rewards', 'cancelClaim', cancelClaimRewardsPath],
  ['Cancel Collect Rewards', 'cancelCollect', cancelCollectRewardsPath],
] as const

/** The layout of all counter pages of rewards: tabs of the pages, the steps, and the member at the side. */
export function RewardCounterLayout({ side, children }: { side: ReactNode; children: ReactNode }) {
  const t = useT()
  const { pathname } = useLocation()
  const { has } = useSession()
  return (
    <Stack>
      <nav className="carat-tabs carat-tabs-of-page carat-unprinted" aria-label={t('customer-rewards:counter.acts')}>
        <ul>
          {screens
            .filter(([role]) => has(role))
            .map(([role, key, path]) => (
              <li key={role}>
                <Link
                  to={path()}
                  className="carat-tab"
                  aria-current={pathname.endsWith(path.pattern) ? 'page' : undefined}
                >
                  {t(`customer-rewards:act.${key}`)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <SideColumnLayout side={side}>{children}</SideColumnLayout>
    </Stack>
  )
}
