// Written by `npm run generate` from areas/reports/contract/table.ts.

import type { ReportKey } from '../contract/table.ts'
import type { ReportPage } from './engine/page.ts'

/** Pages of all reports; each page is loaded when the user opens it. */
export const reportPages: Record<ReportKey, () => Promise<{ page: ReportPage }>> = {
  memberListing: () => import('../member-listing/web.tsx'),
  dataQuality: () => import('../data-quality/web.tsx'),
  pointStatement: () => import('../point-statement/web.tsx'),
  pointSummary: () => import('../point-summary/web.tsx'),
  profileAmendment: () => import('../profile-amendment/web.tsx'),
  profileAmendmentTotals: async () => ({
    page: (await import('../profile-amendment/web.tsx')).profileAmendmentTotalsPage,
  }),
  customerAnalysis: () => import('../customer-analysis/web.tsx'),
  customerTransaction: () => import('../customer-transaction/web.tsx'),
  customerRewardStatus: () => import('../customer-reward-status/web.tsx'),
  customerRewardTotals: async () => ({
    page: (await import('../customer-reward-status/web.tsx')).customerRewardTotalsPage,
  }),
  customerPerformance: () => import('../customer-performance/web.tsx'),
  productSales: () => import('../product-sales/web.tsx'),
  memberSales: () => import('../member-sales/web.tsx'),
  taskPerformance: () => import('../task-performance/web.tsx'),
  nonMemberTransaction: () => import('../non-member-transaction/web.tsx'),
  nonMemberTotals: async () => ({ page: (await import('../non-member-transaction/web.tsx')).nonMemberTotalsPage }),
  repeatCustomer: () => import('../repeat-customer/web.tsx'),
  repeatDays: () => import('../repeat-days/web.tsx'),
  purchaseCohorts: () => import('../purchase-cohorts/web.tsx'),
  purchaseGaps: () => import('../purchase-gaps/web.tsx'),
  inactiveMember: () => import('../inactive-member/web.tsx'),
  reactiveMember: () => import('../reactive-member/web.tsx'),
  premiumGift: () => import('../premium-gift/web.tsx'),
  premiumGiftTotals: async () => ({ page: (await import('../premium-gift/web.tsx')).premiumGiftTotalsPage }),
  giftStock: () => import('../gift-stock/web.tsx'),
  friendSales: () => import('../friend-sales/web.tsx'),
  friendSalesTotals: async () => ({ page: (await import('../friend-sales/web.tsx')).friendSalesTotalsPage }),
  pointExpiry: () => import('../point-expiry/web.tsx'),
  pointExpired: () => import('../point-expired/web.tsx'),
  feedbackAnalysis: () => import('../feedback-analysis/web.tsx'),
  campaignTargets: () => import('../campaign-targets/web.tsx'),
  messageDelivery: () => import('../message-delivery/web.tsx'),
  memberCategory: () => import('../member-category/web.tsx'),
  categoryMoves: () => import('../category-moves/web.tsx'),
  auditTrail: () => import('../audit-trail/web.tsx'),
  approvalLog: () => import('../approval-log/web.tsx'),
  importLog: () => import('../import-log/web.tsx'),
  loginActivity: () => import('../login-activity/web.tsx'),
  lookUps: () => import('../look-ups/web.tsx'),
}
