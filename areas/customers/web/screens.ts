import type { Screen } from '#kit/web/screen.ts'
import { viewRoles } from '../contract/roles.ts'

export const CUSTOMERS = '/registration/customers'

export const screens: readonly Screen[] = [
  {
    path: CUSTOMERS,
    title: 'customers:screens.list',
    role: 'Customer',
    add: { label: 'customers:screens.add', to: '/registration/customers/add' },
    load: async () => ({ default: (await import('./CustomersPage.tsx')).CustomersPage }),
  },
  {
    path: '/registration/customers/add',
    title: 'customers:screens.add',
    role: 'Customer',
    parent: CUSTOMERS,
    load: async () => ({ default: (await import('./add/AddCustomerPage.tsx')).AddCustomerPage }),
  },
  {
    path: '/customers/:CustomerId',
    title: 'customers:screens.view',
    role: viewRoles,
    parent: CUSTOMERS,
    load: async () => ({ default: (await import('./view/CustomerPage.tsx')).CustomerPage }),
  },
]
