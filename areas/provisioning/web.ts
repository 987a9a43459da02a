import type { WebArea } from '#kit/web/area.ts'
import { provisioningPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    provisioning: typeof texts
  }
}

export const provisioningWebArea: WebArea = {
  screens: [
    {
      path: provisioningPath.pattern,
      menu: 'settings',
      title: 'provisioning:screens.groups',
      role: 'User Roles',
      load: async () => ({ default: (await import('./web/GroupsPage.tsx')).ProvisionedGroupsPage }),
    },
  ],
}
