import { lazy } from 'react'
import { requestViewsSlot } from '#areas/approvals/web/slots.ts'
import { memberCardsSlot, memberTabsSlot } from '#areas/customers/web/slots.ts'
import { membershipsPath } from '#areas/memberships/paths.ts'
import { memberFiguresSlot, memberNotesSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { LEVEL_CHANGE_APPROVAL_KIND } from './contract/level-change.ts'
import { levelRoles } from './contract/roles.ts'
import { levelApprovalPath, memberLevelsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    levels: typeof texts
  }
}

export const levelsWebArea: WebArea = {
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
  contributes: [
    requestViewsSlot.with({
      kind: LEVEL_CHANGE_APPROVAL_KIND,
      mayOpen: ({ has }) => has('Member Category Approval'),
      Glance: lazy(async () => ({ default: (await import('./web/approval/LevelGlance.tsx')).LevelRequestSummary })),
      Review: lazy(async () => ({
        default: (await import('./web/approval/LevelReview.tsx')).LevelChangeReviewOfRequest,
      })),
    }),
    memberNotesSlot.with(
      lazy(async () => ({ default: (await import('./web/counter/LevelNote.tsx')).PendingLevelNote })),
    ),
    memberCardsSlot.with(lazy(async () => ({ default: (await import('./web/counter/TierCard.tsx')).CounterTierCard }))),
    memberTabsSlot.with({
      key: 'tier',
      title: 'levels:tier',
      role: levelRoles,
      Tab: lazy(async () => ({ default: (await import('./web/member/TierTab.tsx')).MemberTierTab })),
    }),
    memberFiguresSlot.with(
      lazy(async () => ({ default: (await import('./web/counter/LevelFigure.tsx')).SpendToNextTierFigure })),
    ),
  ],
}
