// Written by `npm run generate` from areas/reports/contract/table.ts.

import type approvalLog from '../approval-log/texts.json'
import type auditTrail from '../audit-trail/texts.json'
import type campaignTargets from '../campaign-targets/texts.json'
import type categoryMoves from '../category-moves/texts.json'
import type customerAnalysis from '../customer-analysis/texts.json'
import type customerPerformance from '../customer-performance/texts.json'
import type customerRewardStatus from '../customer-reward-status/texts.json'
import type customerTransaction from '../customer-transaction/texts.json'
import type dataQuality from '../data-quality/texts.json'
import type feedbackAnalysis from '../feedback-analysis/texts.json'
import type friendSales from '../friend-sales/texts.json'
import type giftStock from '../gift-stock/texts.json'
import type importLog from '../import-log/texts.json'
import type inactiveMember from '../inactive-member/texts.json'
import type loginActivity from '../login-activity/texts.json'
import type lookUps from '../look-ups/texts.json'
import type memberCategory from '../member-category/texts.json'
import type memberListing from '../member-listing/texts.json'
import type memberSales from '../member-sales/texts.json'
import type messageDelivery from '../message-delivery/texts.json'
import type nonMemberTransaction from '../non-member-transaction/texts.json'
import type pointExpired from '../point-expired/texts.json'
import type pointExpiry from '../point-expiry/texts.json'
import type pointStatement from '../point-statement/texts.json'
import type pointSummary from '../point-summary/texts.json'
import type premiumGift from '../premium-gift/texts.json'
import type productSales from '../product-sales/texts.json'
import type profileAmendment from '../profile-amendment/texts.json'
import type purchaseCohorts from '../purchase-cohorts/texts.json'
import type purchaseGaps from '../purchase-gaps/texts.json'
import type reactiveMember from '../reactive-member/texts.json'
import type repeatCustomer from '../repeat-customer/texts.json'
import type repeatDays from '../repeat-days/texts.json'
import type taskPerformance from '../task-performance/texts.json'

/** The texts of all reports. */
export type ReportTexts = typeof approvalLog &
  typeof auditTrail &
  typeof campaignTargets &
  typeof categoryMoves &
  typeof customerAnalysis &
  typeof customerPerformance &
  typeof customerRewardStatus &
  typeof customerTransaction &
  typeof dataQuality &
  typeof feedbackAnalysis &
  typeof friendSales &
  typeof giftStock &
  typeof importLog &
  typeof inactiveMember &
  typeof loginActivity &
  typeof lookUps &
  typeof memberCategory &
  typeof memberListing &
  typeof memberSales &
  typeof messageDelivery &
  typeof nonMemberTransaction &
  typeof pointExpired &
  typeof pointExpiry &
  typeof pointStatement &
  typeof pointSummary &
  typeof premiumGift &
  typeof productSales &
  typeof profileAmendment &
  typeof purchaseCohorts &
  typeof purchaseGaps &
  typeof reactiveMember &
  typeof repeatCustomer &
  typeof repeatDays &
  typeof taskPerformance
