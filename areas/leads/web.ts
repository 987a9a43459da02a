import { leadSourcesService } from '#areas/customers/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { isUnexplainedError } from '#kit/web/call.ts'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { recordScreen } from '#kit/web/record-screen.ts'
import { prospectRoles } from './contract/prospects.ts'
import { prospectsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    leads: typeof texts
  }
}

const isEvent = ({ Type }: FormFieldValues) => Type === 'Event'

export const leadsWebArea: WebArea = {
  screens: [
    recordScreen({
      name: 'lead source',
      title: 'leads:screens.sources',
      role: 'Lead Source',
      words: 'leads:source',
      addLabel: 'leads:screens.sourceAdd',
      adding: 'leads:screens.sourceCreate',
      record: async () => (await import('#areas/customers/contract/lead-sources.ts')).leadSourceRecord,
      named: 'Code',
      columns: ['Code', 'Name', 'Type', { field: 'EventDate', as: 'date' }, 'OutletCode', 'Status'],
      search: { Code: 'capitals', Name: 'text', Type: ['Event', 'Non-Event'] },
      code: { name: 'Code', example: 'BRIDAL-2026' },
      fields: [
        'Name',
        'Type',
        { name: 'EventDate', show: isEvent },
        { name: 'OutletCode', choices: 'outlet', show: isEvent },
      ],
      deleteFailed: (error) => (isUnexplainedError(error) ? 'leads:source.notDeleted' : 'leads:source.deleteFailed'),
    }),
    {
      path: prospectsPath.pattern,
      menu: 'registration',
      title: 'leads:screens.prospects',
      role: prospectRoles,
      load: async () => ({ default: (await import('./web/ProspectsPage.tsx')).ProspectsPage }),
    },
  ],
  contributes: [leadSourcesService.with(async () => (await import('./web/lead-sources.ts')).leadSourceChoices())],
}
