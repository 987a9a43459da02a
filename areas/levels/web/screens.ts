import type { Screen } from '#kit/web/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/member/level-histories/approval',
    title: 'app:levels.approval',
    role: 'Member Category Approval',
    load: async () => ({ default: (await import('./approval/LevelApprovalPage.tsx')).LevelApprovalPage }),
  },
  {
    path: '/memberships/:MembershipNo',
    title: 'app:levels.member',
    role: ['Customer', 'Member Category Approval'],
    parent: '/memberships',
    load: async () => ({ default: (await import('./member/MemberLevelsPage.tsx')).MemberLevelsPage }),
  },
]
