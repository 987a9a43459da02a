import type { Screen } from '#kit/web/screen.ts'
import { counterRoles } from '../contract/roles.ts'

export const screens: readonly Screen[] = [
  {
    path: '/counter',
    title: 'memberships:screens.counter',
    role: counterRoles,
    load: async () => ({ default: (await import('./counter/CounterPage.tsx')).CounterPage }),
  },
  {
    path: '/memberships',
    title: 'memberships:screens.list',
    role: ['Customer', 'Member Listing', 'Update Member Listing'],
    load: async () => ({ default: (await import('./MembershipsPage.tsx')).MembershipsPage }),
  },
  {
    path: '/memberships/:MembershipNo/upgrade',
    title: 'memberships:screens.upgrade',
    role: 'Customer',
    parent: '/memberships',
    load: async () => ({ default: (await import('./upgrade/UpgradePage.tsx')).UpgradePage }),
  },
  {
    path: '/setup/card-group',
    title: 'memberships:screens.cardGroups',
    role: 'Card Group',
    add: { label: 'memberships:cardGroup.add', dialog: true },
    load: async () => ({ default: (await import('./cards/CardGroupsPage.tsx')).CardGroupsPage }),
  },
  {
    path: '/setup/card-category',
    title: 'memberships:screens.cardCategories',
    role: 'Card Category',
    add: { label: 'memberships:cardCategory.add', to: '/setup/card-category/add' },
    load: async () => ({ default: (await import('./cards/CardCategoriesPage.tsx')).CardCategoriesPage }),
  },
  {
    path: '/setup/card-category/add',
    title: 'memberships:screens.add',
    role: 'Card Category',
    parent: '/setup/card-category',
    load: async () => ({ default: (await import('./cards/AddCardCategoryPage.tsx')).AddCardCategoryPage }),
  },
  {
    path: '/setup/card-category/:CardCategoryId',
    title: 'memberships:screens.cardCategory',
    role: 'Card Category',
    parent: '/setup/card-category',
    load: async () => ({ default: (await import('./cards/CardCategoryPage.tsx')).CardCategoryPage }),
  },
]
