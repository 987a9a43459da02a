import { GiftIcon, PackageCheckIcon } from 'lucide-react'
import { createElement, lazy } from 'react'
import { memberCardsSlot, memberTabsSlot } from '#areas/customers/web/slots.ts'
import { counterActionsSlot, counterOffersSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { scanHandlers } from '#kit/web/scan-outcome.ts'
import type { Screen } from '#kit/web/screen.ts'
import { customerRewardRoles } from './contract/roles.ts'
import {
  cancelClaimRewardsPath,
  cancelCollectRewardsPath,
  cancelRedeemRewardsPath,
  claimRewardsPath,
  collectRewardsPath,
  issuePath,
  redeemRewardsPath,
  rewardReviewsPath,
} from './paths.ts'
import type { RewardActionName } from './web/acts/acts.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    'customer-rewards': typeof texts
  }
}

/** Creates the page for one action on a customer reward. All actions share the page component. */
const pageOf =
  (act: RewardActionName): Screen['load'] =>
  async () => {
    const { RewardActionPage: RewardActPage } = await import('./web/acts/RewardActPage.tsx')
    return { default: () => createElement(RewardActPage, { act }) }
  }

const RewardsCard = lazy(async () => ({ default: (await import('./web/member/RewardsCard.tsx')).MemberRewardsCard }))

export const customerRewardsWebArea: WebArea = {
  screens: [
    {
      path: claimRewardsPath.pattern,
      title: 'customer-rewards:screens.claim',
      role: 'Claim Rewards',
      load: pageOf('claim'),
    },
    {
      path: cancelClaimRewardsPath.pattern,
      title: 'customer-rewards:screens.cancelClaim',
      role: 'Cancel Claim Rewards',
      load: pageOf('cancelClaim'),
    },
    {
      path: redeemRewardsPath.pattern,
      title: 'customer-rewards:screens.redeem',
      role: 'Redeem Rewards',
      load: async () => ({ default: (await import('./web/acts/RedeemPage.tsx')).RedeemPage }),
    },
    {
      path: cancelRedeemRewardsPath.pattern,
      title: 'customer-rewards:screens.cancelRedeem',
      role: 'Cancel Redeem Rewards',
      load: pageOf('cancelRedeem'),
    },
    {
      path: collectRewardsPath.pattern,
      title: 'customer-rewards:screens.collect',
      role: 'Collect Rewards',
      load: pageOf('collect'),
    },
    {
      path: cancelCollectRewardsPath.pattern,
      title: 'customer-rewards:screens.cancelCollect',
      role: 'Cancel Collect Rewards',
      load: pageOf('cancelCollect'),
    },
    {
      path: issuePath.pattern,
      menu: 'rewards',
      title: 'customer-rewards:screens.issue',
      role: 'Rewards',
      load: async () => ({ default: (await import('./web/issue/IssuePage.tsx')).IssueRewardPage }),
    },
    {
      path: rewardReviewsPath.pattern,
      menu: 'rewards',
      title: 'customer-rewards:screens.reviews',
      role: 'Rewards',
      load: async () => ({ default: (await import('./web/reviews/ReviewsPage.tsx')).RewardReviewsPage }),
    },
  ],
  contributes: [
    counterOffersSlot.with(RewardsCard),
    counterActionsSlot.with(
      { label: 'customer-rewards:screens.redeem', to: redeemRewardsPath(), role: 'Redeem Rewards', Icon: GiftIcon },
      {
        label: 'customer-rewards:screens.collect',
        to: collectRewardsPath(),
        role: 'Collect Rewards',
        Icon: PackageCheckIcon,
      },
    ),
    memberCardsSlot.with(RewardsCard),
    memberTabsSlot.with({
      key: 'rewards',
      title: 'customer-rewards:screens.tab',
      role: customerRewardRoles,
      Tab: lazy(async () => ({ default: (await import('./web/member/RewardsTab.tsx')).MemberRewardsTab })),
    }),
    scanHandlers.with({
      role: customerRewardRoles,
      find: async (code) => (await import('./web/find-reward.ts')).findRewardByCode(code),
    }),
  ],
}
