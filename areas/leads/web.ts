import { leadSources } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { prospectRoles } from './contract/prospects.ts'
import { leadSourcesPath, prospectsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    leads: typeof texts
  }
}

export const leads: WebArea = {
  screens: [
    {
      path: leadSourcesPath.pattern,
      title: 'leads:screens.sources',
      role: 'Lead Source',
      add: { label: 'leads:screens.sourceAdd', dialog: true },
      load: async () => ({ default: (await import('./web/LeadSourcesPage.tsx')).LeadSourcesPage }),
    },
    {
      path: prospectsPath.pattern,
      menu: 'registration',
      title: 'leads:screens.prospects',
      role: prospectRoles,
      load: async () => ({ default: (await import('./web/ProspectsPage.tsx')).ProspectsPage }),
    },
  ],
  contributes: [leadSources.with(async () => (await import('./web/lead-sources.ts')).leadSourceChoices())],
}
