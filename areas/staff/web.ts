import type { WebArea } from '#kit/web/area.ts'
import { outletSelectChoices } from '#kit/web/choices.ts'
import { codeNameProviders } from '#kit/web/code-names.ts'
import { outletsPath, rolesPath, systemAccountsPath, userAddPath, userPath, usersPath } from './paths.ts'
import { fetchOutletChoices } from './web/outlet-choices.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    staff: typeof texts
  }
}

export const staffWebArea: WebArea = {
  screens: [
    {
      path: usersPath.pattern,
      menu: 'settings',
      title: 'staff:screens.users',
      role: 'User Roles',
      add: { label: 'staff:screens.addPerson', to: userAddPath() },
      load: async () => ({ default: (await import('./web/people/UsersPage.tsx')).UsersPage }),
    },
    {
      path: userAddPath.pattern,
      title: 'staff:screens.addUser',
      role: 'User Roles',
      parent: usersPath.pattern,
      load: async () => ({ default: (await import('./web/people/AddPersonPage.tsx')).AddStaffMemberPage }),
    },
    {
      path: userPath.pattern,
      title: 'staff:screens.user',
      role: 'User Roles',
      parent: usersPath.pattern,
      load: async () => ({ default: (await import('./web/people/PersonPage.tsx')).StaffMemberPage }),
    },
    {
      path: rolesPath.pattern,
      menu: 'settings',
      title: 'staff:screens.roles',
      role: 'User Roles',
      load: async () => ({ default: (await import('./web/rights/RolesPage.tsx')).RolesPage }),
    },
    {
      path: systemAccountsPath.pattern,
      menu: 'settings',
      title: 'staff:screens.systemAccounts',
      role: 'User Roles',
      add: { label: 'staff:screens.addSystem', dialog: true },
      load: async () => ({ default: (await import('./web/systems/SystemAccountsPage.tsx')).SystemAccountsPage }),
    },
    {
      path: outletsPath.pattern,
      menu: 'settings',
      title: 'staff:screens.outlets',
      role: 'Settings',
      add: { label: 'staff:screens.addBuilding', dialog: true, privilege: 'Manage Settings' },
      load: async () => ({ default: (await import('./web/places/PlacesPage.tsx')).OutletsAndDepartmentsPage }),
    },
  ],
  contributes: [
    outletSelectChoices.with(fetchOutletChoices),
    codeNameProviders.with(
      {
        field: 'OutletCode',
        names: async () => (await import('./web/code-names.ts')).fetchOutletNames(),
        about: ['building'],
      },
      {
        field: 'SalesPersonCode',
        names: async () => (await import('./web/code-names.ts')).fetchSalesPersonNames(),
        about: ['staff'],
      },
      {
        field: 'DepartmentCode',
        names: async () => (await import('./web/code-names.ts')).fetchDepartmentNames(),
        about: ['department'],
      },
    ),
  ],
}
