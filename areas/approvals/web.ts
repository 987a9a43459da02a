import type { WebArea } from '#kit/web/area.ts'
import type en from './web/texts/en.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    approvals: typeof en
  }
}

export const approvals: WebArea = {
  screens: [
    {
      path: '/settings/approvals',
      menu: 'settings',
      title: 'approvals:screens.approvals',
      // Whoever can ask for something or decide it; what each of them sees, the server says.
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
