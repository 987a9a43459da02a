// Written by `npm run generate` from areas/reports/contract/table.ts.

import { approvalLogRoute } from '../approval-log/server.ts'
import { auditTrailRoute } from '../audit-trail/server.ts'
import { campaignTargetsRoute } from '../campaign-targets/server.ts'
import { categoryMovesRoute } from '../category-moves/server.ts'
import { customerAnalysisRoute } from '../customer-analysis/server.ts'
import { customerPerformanceRoute } from '../customer-performance/server.ts'
import { customerRewardStatusRoute, customerRewardTotalsRoute } from '../customer-reward-status/server.ts'
import { customerTransactionRoute } from '../customer-transaction/server.ts'
import { dataQualityRoute } from '../data-quality/server.ts'
import { feedbackAnalysisRoute } from '../feedback-analysis/server.ts'
import { friendSalesRoute, friendSalesTotalsRoute } from '../friend-sales/server.ts'
import { giftStockRoute } from '../gift-stock/server.ts'
import { importLogRoute } from '../import-log/server.ts'
import { inactiveMemberRoute } from '../inactive-member/server.ts'
import { loginActivityRoute } from '../login-activity/server.ts'
import { lookUpsRoute } from '../look-ups/server.ts'
import { memberCategoryRoute } from '../member-category/server.ts'
import { memberListingRoute } from '../member-listing/server.ts'
import { memberSalesRoute } from '../member-sales/server.ts'
import { messageDeliveryRoute } from '../message-delivery/server.ts'
import { nonMemberTotalsRoute, nonMemberTransactionRoute } from '../non-member-transaction/server.ts'
import { pointExpiredRoute } from '../point-expired/server.ts'
import { pointExpiryRoute } from '../point-expiry/server.ts'
import { pointStatementRoute } from '../point-statement/server.ts'
import { pointSummaryRoute } from '../point-summary/server.ts'
import { premiumGiftRoute, premiumGiftTotalsRoute } from '../premium-gift/server.ts'
import { productSalesRoute } from '../product-sales/server.ts'
import { profileAmendmentRoute, profileAmendmentTotalsRoute } from '../profile-amendment/server.ts'
import { purchaseCohortsRoute } from '../purchase-cohorts/server.ts'
import { purchaseGapsRoute } from '../purchase-gaps/server.ts'
import { reactiveMemberRoute } from '../reactive-member/server.ts'
import { repeatCustomerRoute } from '../repeat-customer/server.ts'
import { repeatDaysRoute } from '../repeat-days/server.ts'
import { taskPerformanceRoute } from '../task-performance/server.ts'
import type { ReportRoute } from './report.ts'

/** Routes of all reports. */
export const reportRoutes: readonly ReportRoute[] = [
  memberListingRoute,
  dataQualityRoute,
  pointStatementRoute,
  pointSummaryRoute,
  profileAmendmentRoute,
  profileAmendmentTotalsRoute,
  customerAnalysisRoute,
  customerTransactionRoute,
  customerRewardStatusRoute,
  customerRewardTotalsRoute,
  customerPerformanceRoute,
  productSalesRoute,
  memberSalesRoute,
  taskPerformanceRoute,
  nonMemberTransactionRoute,
  nonMemberTotalsRoute,
  repeatCustomerRoute,
  repeatDaysRoute,
  purchaseCohortsRoute,
  purchaseGapsRoute,
  inactiveMemberRoute,
  reactiveMemberRoute,
  premiumGiftRoute,
  premiumGiftTotalsRoute,
  giftStockRoute,
  friendSalesRoute,
  friendSalesTotalsRoute,
  pointExpiryRoute,
  pointExpiredRoute,
  feedbackAnalysisRoute,
  campaignTargetsRoute,
  messageDeliveryRoute,
  memberCategoryRoute,
  categoryMovesRoute,
  auditTrailRoute,
  approvalLogRoute,
  importLogRoute,
  loginActivityRoute,
  lookUpsRoute,
]
