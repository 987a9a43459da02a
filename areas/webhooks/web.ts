import type { WebArea } from '#kit/web/area.ts'
import { integrationsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    webhooks: typeof texts
  }
}

export const webhooksWebArea: WebArea = {
  screens: [
    {
      path: integrationsPath.pattern,
      menu: 'settings',
      title: 'webhooks:screens.integrations',
      role: 'User Roles',
      add: { label: 'webhooks:screens.addEndpoint', dialog: true, hq: true },
      load: async () => ({ default: (await import('./web/IntegrationsPage.tsx')).IntegrationsPage }),
    },
  ],
}
