import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/settings/approvals',
    title: 'app:settings.approvals',
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
    load: async () => ({ default: (await import('./ApprovalsPage.tsx')).ApprovalsPage }),
  },
]
