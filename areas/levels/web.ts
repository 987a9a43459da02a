import { lazy } from 'react'
import { membershipsPath } from '#areas/memberships/paths.ts'
import type { WebArea } from '#kit/web/area.ts'
import { LEVEL_CHANGE } from './contract/level-change.ts'
import { levelRoles } from './contract/roles.ts'
import { levelApprovalPath, memberLevelsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    levels: typeof texts
  }
}

const GlanceOf = lazy(async () => ({ default: (await import('./web/approval/LevelGlance.tsx')).GlanceOf }))
const ReviewOf = lazy(async () => ({ default: (await import('./web/approval/LevelReview.tsx')).ReviewOf }))

export const levels: WebArea = {
  screens: [
    {
      path: levelApprovalPath.pattern,
      title: 'levels:screens.approval',
      role: 'Member Category Approval',
      load: async () => ({ default: (await import('./web/approval/LevelApprovalPage.tsx')).LevelApprovalPage }),
    },
    {
      path: memberLevelsPath.pattern,
      title: 'levels:screens.member',
      role: levelRoles,
      parent: membershipsPath.pattern,
      load: async () => ({ default: (await import('./web/member/MemberLevelsPage.tsx')).MemberLevelsPage }),
    },
  ],
  provides: {
    requestParts: {
      [LEVEL_CHANGE]: { may: ({ has }) => has('Member Category Approval'), Glance: GlanceOf, Review: ReviewOf },
    },
    memberNotes: [lazy(async () => ({ default: (await import('./web/counter/LevelNote.tsx')).LevelNote }))],
    memberSide: [lazy(async () => ({ default: (await import('./web/counter/TierCard.tsx')).TierCard }))],
    memberTabs: [
      {
        key: 'tier',
        title: 'levels:tier',
        role: levelRoles,
        Tab: lazy(async () => ({ default: (await import('./web/member/TierTab.tsx')).TierTab })),
      },
    ],
    memberFigures: [lazy(async () => ({ default: (await import('./web/counter/LevelFigure.tsx')).LevelFigure }))],
  },
}
