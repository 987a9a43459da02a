import type { Screen } from '#kit/web/screen.ts'
import { offerWayOut } from '#kit/web/way-out.ts'
import { counterRoles } from '../contract/roles.ts'

// Wherever a page is refused a customer of another outlet, it offers to look him up.
offerWayOut('customers.foreign', async () => ({ default: (await import('./LookUpHere.tsx')).LookUpHere }))

export const screens: readonly Screen[] = [
  {
    path: '/counter',
    title: 'app:memberships.counter',
    role: counterRoles,
    load: async () => ({ default: (await import('./counter/CounterPage.tsx')).CounterPage }),
  },
  {
    path: '/memberships',
    title: 'app:memberships.list',
    role: ['Customer', 'Member Listing', 'Update Member Listing'],
    load: async () => ({ default: (await import('./MembershipsPage.tsx')).MembershipsPage }),
  },
  {
    path: '/memberships/:MembershipNo/upgrade',
    title: 'app:memberships.upgrade',
    role: 'Customer',
    parent: '/memberships',
    load: async () => ({ default: (await import('./upgrade/UpgradePage.tsx')).UpgradePage }),
  },
  {
    path: '/setup/card-group',
    title: 'app:memberships.cardGroups',
    role: 'Card Group',
    add: { label: 'app:memberships.cardGroupAdd', dialog: true },
    load: async () => ({ default: (await import('./cards/CardGroupsPage.tsx')).CardGroupsPage }),
  },
  {
    path: '/setup/card-category',
    title: 'app:memberships.cardCategories',
    role: 'Card Category',
    add: { label: 'app:memberships.cardCategoryAdd', to: '/setup/card-category/add' },
    load: async () => ({ default: (await import('./cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
  },
  {
    path: '/setup/card-category/add',
    title: 'app:memberships.add',
    role: 'Card Category',
    parent: '/setup/card-category',
    load: async () => ({ default: (await import('./cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
  },
  {
    path: '/setup/card-category/:CardCategoryId',
    title: 'app:memberships.cardCategory',
    role: 'Card Category',
    parent: '/setup/card-category',
    load: async () => ({ default: (await import('./cards/CardCategoryPage.tsx')).CardCategoryPage }),
  },
]
