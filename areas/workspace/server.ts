import type { ServerArea } from '#kit/server/area.ts'
import { findPreferredLanguage } from './server/preferences.ts'
import { workspaceRoutes } from './server/routes.ts'

export const workspaceServerArea: ServerArea = {
  name: 'workspace',
  routes: workspaceRoutes,
  preferredLanguage: findPreferredLanguage,
  merge: {
    stays: { 'recent_record.customer_id': 'lists of what was opened leave merged customers out' },
  },
  personal: {
    tables: [
      {
        table: 'recent_record',
        part: 'Changes',
        hides: '*',
        because: 'is where a user has been',
        removes: true,
      },
    ],
  },
}
