import type { WebArea } from '#kit/web/area.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    levels: typeof texts
  }
}

export const levels: WebArea = {
  screens: [
    {
      path: '/member/level-histories/approval',
      title: 'levels:screens.approval',
      role: 'Member Category Approval',
      load: async () => ({ default: (await import('./web/approval/LevelApprovalPage.tsx')).LevelApprovalPage }),
    },
    {
      path: '/memberships/:MembershipNo',
      title: 'levels:screens.member',
      role: ['Customer', 'Member Category Approval'],
      parent: '/memberships',
      load: async () => ({ default: (await import('./web/member/MemberLevelsPage.tsx')).MemberLevelsPage }),
    },
  ],
}
