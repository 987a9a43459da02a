import { UserRoundPlusIcon } from 'lucide-react'
import { lazy } from 'react'
import { membershipsPath } from '#areas/memberships/paths.ts'
import { membershipFieldService } from '#areas/staff/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { customerListRoles, customerViewRoles } from './contract/roles.ts'
import { amendmentsPath, customerAddPath, customerPath, customersPath, wordingAddPath, wordingsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    customers: typeof texts
  }
}

export const customersWebArea: WebArea = {
  newEntries: [{ label: 'customers:screens.register', path: customerAddPath.pattern, icon: UserRoundPlusIcon }],
  screens: [
    {
      path: customersPath.pattern,
      title: 'customers:screens.list',
      role: 'Customer',
      add: { label: 'customers:screens.add', to: customerAddPath() },
      load: async () => ({ default: (await import('./web/PeoplePage.tsx')).CustomersPage }),
    },
    // The menu shows the list of customers under a second name.
    {
      path: membershipsPath.pattern,
      menu: 'member',
      title: 'memberships:screens.list',
      role: customerListRoles,
      load: async () => ({ default: (await import('./web/PeoplePage.tsx')).MembershipsPage }),
    },
    {
      path: customerAddPath.pattern,
      title: 'customers:screens.add',
      role: 'Customer',
      parent: customersPath.pattern,
      load: async () => ({ default: (await import('./web/add/AddCustomerPage.tsx')).AddCustomerPage }),
    },
    {
      path: customerPath.pattern,
      title: 'customers:screens.view',
      heading: 'unseen',
      role: customerViewRoles,
      parent: customersPath.pattern,
      load: async () => ({ default: (await import('./web/view/CustomerPage.tsx')).CustomerPage }),
    },
    {
      path: amendmentsPath.pattern,
      title: 'customers:screens.amendments',
      role: 'Profile Amendment Review',
      load: async () => ({ default: (await import('./web/amendments/AmendmentsPage.tsx')).AmendmentsPage }),
    },
    {
      path: wordingsPath.pattern,
      menu: 'settings',
      title: 'customers:screens.wordings',
      role: 'Settings',
      add: { label: 'customers:screens.wordingAdd', to: wordingAddPath(), privilege: 'Manage Settings' },
      load: async () => ({ default: (await import('./web/wordings/WordingsPage.tsx')).WordingsPage }),
    },
    {
      path: wordingAddPath.pattern,
      title: 'customers:screens.wordingAdd',
      role: 'Settings',
      privilege: 'Manage Settings',
      parent: wordingsPath.pattern,
      load: async () => ({ default: (await import('./web/wordings/AddWordingPage.tsx')).AddWordingPage }),
    },
  ],
  contributes: [
    membershipFieldService.with(
      lazy(async () => ({ default: (await import('./web/members/MembershipNoField.tsx')).MembershipNoField })),
    ),
  ],
}
