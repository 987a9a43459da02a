import { lazy } from 'react'
import { customerAddPath } from '#areas/customers/paths.ts'
import type { WebArea } from '#kit/web/area.ts'
import { counterRoles } from './contract/roles.ts'
import {
  cardCategoriesPath,
  cardCategoryAddPath,
  cardCategoryPath,
  cardGroupsPath,
  counterPath,
  membershipsPath,
  upgradePath,
} from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    memberships: typeof texts
  }
}

export const memberships: WebArea = {
  screens: [
    {
      path: counterPath.pattern,
      title: 'memberships:screens.counter',
      heading: 'unseen',
      role: counterRoles,
      load: async () => ({ default: (await import('./web/counter/CounterPage.tsx')).CounterPage }),
    },
    {
      path: upgradePath.pattern,
      title: 'memberships:screens.upgrade',
      role: 'Customer',
      parent: membershipsPath.pattern,
      load: async () => ({ default: (await import('./web/upgrade/UpgradePage.tsx')).UpgradePage }),
    },
    {
      path: cardGroupsPath.pattern,
      title: 'memberships:screens.cardGroups',
      role: 'Card Group',
      add: { label: 'memberships:screens.cardGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/cards/CardGroupsPage.tsx')).CardGroupsPage }),
    },
    {
      path: cardCategoriesPath.pattern,
      title: 'memberships:screens.cardCategories',
      role: 'Card Category',
      add: { label: 'memberships:screens.cardCategoryAdd', to: cardCategoryAddPath() },
      load: async () => ({ default: (await import('./web/cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
    },
    {
      path: cardCategoryAddPath.pattern,
      title: 'memberships:screens.add',
      role: 'Card Category',
      parent: cardCategoriesPath.pattern,
      load: async () => ({ default: (await import('./web/cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
    },
    {
      path: cardCategoryPath.pattern,
      title: 'memberships:screens.cardCategory',
      role: 'Card Category',
      parent: cardCategoriesPath.pattern,
      load: async () => ({ default: (await import('./web/cards/CardCategoryPage.tsx')).CardCategoryPage }),
    },
  ],
  provides: {
    tiers: async () => (await import('./web/tiers.ts')).tiers(),
    customerParts: [
      lazy(async () => ({ default: (await import('./web/customer/MembershipCards.tsx')).MembershipCards })),
    ],
    memberSummary: [lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).MemberSummary }))],
    memberState: [lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).MemberState }))],
    memberNext: [lazy(async () => ({ default: (await import('./web/counter/MemberSummary.tsx')).MemberNext }))],
    members: {
      role: counterRoles,
      find: async (typed, signal) => (await import('./web/counter/find-member.ts')).findMembers(typed, signal),
      register: { role: 'Customer', to: customerAddPath() },
    },
    // A card leads to its member at the counter, on whatever page it was scanned.
    scans: [
      {
        role: counterRoles,
        find: async (code) => (await import('./web/counter/find-member.ts')).memberOfCode(code),
        unknown: {
          label: 'kit:verbs.register',
          role: 'Customer',
          to: customerAddPath(),
          state: (typed) => ({ typed }),
        },
      },
    ],
    // Wherever a page is refused a customer of another outlet, it offers to look them up.
    waysOut: {
      'customers.foreign': lazy(async () => ({ default: (await import('./web/LookUpHere.tsx')).LookUpHere })),
    },
  },
}
