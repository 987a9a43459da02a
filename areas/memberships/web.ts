import { lazy } from 'react'
import type { WebArea } from '#kit/web/area.ts'
import { counterRoles } from './contract/roles.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    memberships: typeof texts
  }
}

export const memberships: WebArea = {
  screens: [
    {
      path: '/counter',
      title: 'memberships:screens.counter',
      role: counterRoles,
      load: async () => ({ default: (await import('./web/counter/CounterPage.tsx')).CounterPage }),
    },
    {
      path: '/memberships',
      menu: 'member',
      title: 'memberships:screens.list',
      role: ['Customer', 'Member Listing', 'Update Member Listing'],
      load: async () => ({ default: (await import('./web/MembershipsPage.tsx')).MembershipsPage }),
    },
    {
      path: '/memberships/:MembershipNo/upgrade',
      title: 'memberships:screens.upgrade',
      role: 'Customer',
      parent: '/memberships',
      load: async () => ({ default: (await import('./web/upgrade/UpgradePage.tsx')).UpgradePage }),
    },
    {
      path: '/setup/card-group',
      title: 'memberships:screens.cardGroups',
      role: 'Card Group',
      add: { label: 'memberships:screens.cardGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/cards/CardGroupsPage.tsx')).CardGroupsPage }),
    },
    {
      path: '/setup/card-category',
      title: 'memberships:screens.cardCategories',
      role: 'Card Category',
      add: { label: 'memberships:screens.cardCategoryAdd', to: '/setup/card-category/add' },
      load: async () => ({ default: (await import('./web/cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
    },
    {
      path: '/setup/card-category/add',
      title: 'memberships:screens.add',
      role: 'Card Category',
      parent: '/setup/card-category',
      load: async () => ({ default: (await import('./web/cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
    },
    {
      path: '/setup/card-category/:CardCategoryId',
      title: 'memberships:screens.cardCategory',
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
