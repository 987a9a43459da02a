import type { WebArea } from '#kit/web/area.ts'
import type approvalLog from './approval-log/texts.json'
import type auditTrail from './audit-trail/texts.json'
import type campaignTargets from './campaign-targets/texts.json'
import type categoryMoves from './category-moves/texts.json'
import { anyReportRole } from './contract/table.ts'
import type customerAnalysis from './customer-analysis/texts.json'
import type customerPerformance from './customer-performance/texts.json'
import type customerRewardStatus from './customer-reward-status/texts.json'
import type customerTransaction from './customer-transaction/texts.json'
import type dataQuality from './data-quality/texts.json'
import type feedbackAnalysis from './feedback-analysis/texts.json'
import type friendSales from './friend-sales/texts.json'
import type giftStock from './gift-stock/texts.json'
import type importLog from './import-log/texts.json'
import type inactiveMember from './inactive-member/texts.json'
import type loginActivity from './login-activity/texts.json'
import type lookUps from './look-ups/texts.json'
import type memberCategory from './member-category/texts.json'
import type memberListing from './member-listing/texts.json'
import type memberSales from './member-sales/texts.json'
import type messageDelivery from './message-delivery/texts.json'
import type nonMemberTransaction from './non-member-transaction/texts.json'
import { reportingPath } from './paths.ts'
import type pointExpired from './point-expired/texts.json'
import type pointExpiry from './point-expiry/texts.json'
import type pointStatement from './point-statement/texts.json'
import type pointSummary from './point-summary/texts.json'
import type premiumGift from './premium-gift/texts.json'
import type productSales from './product-sales/texts.json'
import type profileAmendment from './profile-amendment/texts.json'
import type purchaseCohorts from './purchase-cohorts/texts.json'
import type purchaseGaps from './purchase-gaps/texts.json'
import type reactiveMember from './reactive-member/texts.json'
import type repeatCustomer from './repeat-customer/texts.json'
import type repeatDays from './repeat-days/texts.json'
import type taskPerformance from './task-performance/texts.json'
import { reportScreens } from './web/screens.ts'
import type engine from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    reports: typeof engine &
      typeof memberListing &
      typeof pointStatement &
      typeof pointSummary &
      typeof customerAnalysis &
      typeof customerTransaction &
      typeof inactiveMember &
      typeof reactiveMember &
      typeof premiumGift &
      typeof friendSales &
      typeof pointExpiry &
      typeof pointExpired &
      typeof customerPerformance &
      typeof productSales &
      typeof memberSales &
      typeof nonMemberTransaction &
      typeof repeatCustomer &
      typeof repeatDays &
      typeof purchaseCohorts &
      typeof purchaseGaps &
      typeof customerRewardStatus &
      typeof profileAmendment &
      typeof feedbackAnalysis &
      typeof campaignTargets &
      typeof memberCategory &
      typeof categoryMoves &
      typeof auditTrail &
      typeof approvalLog &
      typeof importLog &
      typeof loginActivity &
      typeof lookUps &
      typeof messageDelivery &
      typeof giftStock &
      typeof taskPerformance &
      typeof dataQuality
  }
}

export const reports: WebArea = {
  screens: [
    {
      path: reportingPath.pattern,
      title: 'reports:screens.home',
      role: anyReportRole,
      load: async () => ({ default: (await import('./web/ReportHome.tsx')).ReportHome }),
    },
    ...reportScreens,
  ],
}
