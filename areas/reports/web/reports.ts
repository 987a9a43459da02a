import type { ReportKey } from '../contract/table.ts'
import type { ReportPage } from './engine/page.ts'

/** Every report's page, fetched when it is opened. */
export const reportPages: Record<ReportKey, () => Promise<{ page: ReportPage }>> = {
  memberListing: () => import('../member-listing/web.tsx'),
  pointStatement: () => import('../point-statement/web.tsx'),
  pointSummary: () => import('../point-summary/web.tsx'),
  profileAmendment: () => import('../profile-amendment/web.tsx'),
  customerAnalysis: () => import('../customer-analysis/web.tsx'),
  customerTransaction: () => import('../customer-transaction/web.tsx'),
  customerRewardStatus: () => import('../customer-reward-status/web.tsx'),
  customerPerformance: () => import('../customer-performance/web.tsx'),
  productSales: () => import('../product-sales/web.tsx'),
  memberSales: () => import('../member-sales/web.tsx'),
  nonMemberTransaction: () => import('../non-member-transaction/web.tsx'),
  repeatCustomer: () => import('../repeat-customer/web.tsx'),
  repeatDays: () => import('../repeat-days/web.tsx'),
  purchaseCohorts: () => import('../purchase-cohorts/web.tsx'),
  purchaseGaps: () => import('../purchase-gaps/web.tsx'),
  inactiveMember: () => import('../inactive-member/web.tsx'),
  reactiveMember: () => import('../reactive-member/web.tsx'),
  premiumGift: () => import('../premium-gift/web.tsx'),
  friendSales: () => import('../friend-sales/web.tsx'),
  pointExpiry: () => import('../point-expiry/web.tsx'),
  pointExpired: () => import('../point-expired/web.tsx'),
  feedbackAnalysis: () => import('../feedback-analysis/web.tsx'),
  campaignTargets: () => import('../campaign-targets/web.tsx'),
  memberCategory: () => import('../member-category/web.tsx'),
  categoryMoves: () => import('../category-moves/web.tsx'),
}
