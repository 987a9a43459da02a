import type { WebArea } from '#kit/web/area.ts'
import { approvalsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    approvals: typeof texts
  }
}

export const approvalsWebArea: WebArea = {
  screens: [
    {
      path: approvalsPath.pattern,
      title: 'approvals:screens.approvals',
      // All roles that can create or decide requests open the page. The server limits the requests that each user sees.
      role: [
        'Point Adjustment',
        'Member Category Approval',
        'Settings',
        'User Roles',
        'Import Leads',
        'Rewards',
        'Customer Transaction',
      ],
      load: async () => ({ default: (await import('./web/ApprovalsPage.tsx')).ApprovalsPage }),
    },
  ],
}
