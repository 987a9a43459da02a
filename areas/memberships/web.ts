import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import { counterRoles } from './contract/roles.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    memberships: typeof en
  }
}

export const memberships: WebArea = {
  screens: [
    {
      path: '/counter',
      title: 'app:memberships.counter',
      role: counterRoles,
      load: async () => ({ default: (await import('./web/counter/CounterPage.tsx')).CounterPage }),
    },
    {
      path: '/memberships',
      menu: 'member',
      title: 'app:memberships.list',
      role: ['Customer', 'Member Listing', 'Update Member Listing'],
      load: async () => ({ default: (await import('./web/MembershipsPage.tsx')).MembershipsPage }),
    },
    {
      path: '/memberships/:MembershipNo/upgrade',
      title: 'app:memberships.upgrade',
      role: 'Customer',
      parent: '/memberships',
      load: async () => ({ default: (await import('./web/upgrade/UpgradePage.tsx')).UpgradePage }),
    },
    {
      path: '/setup/card-group',
      title: 'app:memberships.cardGroups',
      role: 'Card Group',
      add: { label: 'app:memberships.cardGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/cards/CardGroupsPage.tsx')).CardGroupsPage }),
    },
    {
      path: '/setup/card-category',
      title: 'app:memberships.cardCategories',
      role: 'Card Category',
      add: { label: 'app:memberships.cardCategoryAdd', to: '/setup/card-category/add' },
      load: async () => ({ default: (await import('./web/cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
    },
    {
      path: '/setup/card-category/add',
      title: 'app:memberships.add',
      role: 'Card Category',
      parent: '/setup/card-category',
      load: async () => ({ default: (await import('./web/cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
    },
    {
      path: '/setup/card-category/:CardCategoryId',
      title: 'app:memberships.cardCategory',
      role: 'Card Category',
      parent: '/setup/card-category',
      load: async () => ({ default: (await import('./web/cards/CardCategoryPage.tsx')).CardCategoryPage }),
    },
  ],
  provides: {
    // Wherever a page is refused a customer of another outlet, it offers to look them up.
    waysOut: {
      'customers.foreign': lazy(async () => ({ default: (await import('./web/LookUpHere.tsx')).LookUpHere })),
    },
  },
}
