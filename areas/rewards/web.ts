import type { WebArea } from '#kit/web/area.ts'
import { rewardAddPath, rewardEditPath, rewardPath, rewardStockPath, rewardsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    rewards: typeof texts
  }
}

const role = 'Rewards'

export const rewardsWebArea: WebArea = {
  screens: [
    {
      path: rewardsPath.pattern,
      title: 'rewards:screens.list',
      role,
      add: { label: 'rewards:screens.add', to: rewardAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/RewardsPage.tsx')).RewardsPage }),
    },
    {
      path: rewardAddPath.pattern,
      title: 'rewards:screens.add',
      role,
      parent: rewardsPath.pattern,
      load: async () => ({ default: (await import('./web/form/AddRewardPage.tsx')).AddRewardPage }),
    },
    {
      path: rewardPath.pattern,
      title: 'rewards:screens.one',
      heading: 'record',
      role,
      parent: rewardsPath.pattern,
      load: async () => ({ default: (await import('./web/one/RewardPage.tsx')).RewardPage }),
    },
    {
      path: rewardEditPath.pattern,
      title: 'rewards:screens.edit',
      role,
      parent: rewardsPath.pattern,
      load: async () => ({ default: (await import('./web/form/EditRewardPage.tsx')).EditRewardPage }),
    },
    {
      path: rewardStockPath.pattern,
      title: 'rewards:screens.stock',
      role,
      menu: 'rewards',
      load: async () => ({ default: (await import('./web/stock/StockPage.tsx')).RewardStockPage }),
    },
  ],
}
