import type { Screen } from '#kit/web/screen.ts'
import { viewRoles } from '../contract/roles.ts'

export const CUSTOMERS = '/registration/customers'

export const screens: readonly Screen[] = [
  {
    path: CUSTOMERS,
    title: 'app:customers.list',
    role: 'Customer',
    add: { label: 'app:customers.add', to: '/registration/customers/add' },
    load: async () => ({ default: (await import('./CustomersPage.tsx')).CustomersPage }),
  },
  {
    path: '/registration/customers/add',
    title: 'app:customers.add',
    role: 'Customer',
    parent: CUSTOMERS,
    load: async () => ({ default: (await import('./add/AddCustomerPage.tsx')).AddCustomerPage }),
  },
  {
    path: '/customers/:CustomerId',
    title: 'app:customers.view',
    role: viewRoles,
    parent: CUSTOMERS,
    load: async () => ({ default: (await import('./view/CustomerPage.tsx')).CustomerPage }),
  },
  {
    path: '/member/profile-amendment-review',
    title: 'app:customers.amendments',
    role: 'Profile Amendment Review',
    load: async () => ({ default: (await import('./amendments/AmendmentsPage.tsx')).AmendmentsPage }),
  },
]
