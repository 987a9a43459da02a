import type { WebArea } from '#kit/web/area.ts'
import { viewRoles } from './contract/roles.ts'
import { CUSTOMERS } from './web/links.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    customers: typeof texts
  }
}

export const customers: WebArea = {
  screens: [
    {
      path: CUSTOMERS,
      title: 'customers:screens.list',
      role: 'Customer',
      add: { label: 'customers:screens.add', to: '/registration/customers/add' },
      load: async () => ({ default: (await import('./web/CustomersPage.tsx')).CustomersPage }),
    },
    {
      path: '/registration/customers/add',
      title: 'customers:screens.add',
      role: 'Customer',
      parent: CUSTOMERS,
      load: async () => ({ default: (await import('./web/add/AddCustomerPage.tsx')).AddCustomerPage }),
    },
    {
      path: '/customers/:CustomerId',
      title: 'customers:screens.view',
      role: viewRoles,
      parent: CUSTOMERS,
      load: async () => ({ default: (await import('./web/view/CustomerPage.tsx')).CustomerPage }),
    },
    {
      path: '/member/profile-amendment-review',
      title: 'customers:screens.amendments',
      role: 'Profile Amendment Review',
      load: async () => ({ default: (await import('./web/amendments/AmendmentsPage.tsx')).AmendmentsPage }),
    },
  ],
}
