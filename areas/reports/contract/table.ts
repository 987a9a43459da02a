/**
 * All reports. The route `menu` is the page with filters; the route `view` shows the report alone for print.
 * Reports with the same `menu` route are tabs of one page, in the order of this table.
 * Each report has a folder with the name of its key.
 * A second report in the same folder sets `folder` and exports its page as `totals`.
 * The command `npm run generate` creates the lists of routes, pages and texts from this table.
 */
export const reportDefinitions = {
  memberListing: {
    menu: '/reporting/member-listing',
    view: '/member-list/view',
    call: '/reporting/member-listing',
    role: 'Member Listing',
    group: 'members',
    tab: 'listing',
  },
  dataQuality: {
    menu: '/reporting/member-listing',
    view: '/member-list/view',
    call: '/reporting/data-quality-report',
    role: 'Member Listing',
    group: 'members',
    tab: 'quality',
  },
  pointStatement: {
    menu: '/reporting/member-point-statement',
    view: '/member-point-statement/view',
    call: '/reporting/member-point-statement',
    role: 'Member Point Statement',
    group: 'points',
    tab: 'pointStatement',
  },
  pointSummary: {
    menu: '/reporting/member-point-statement',
    view: '/member-point-statement/view-summary',
    call: '/reporting/point-summary-report',
    role: 'Member Point Statement',
    group: 'points',
    tab: 'pointSummary',
  },
  profileAmendment: {
    menu: '/reporting/member-profile-amendment-report',
    view: '/member-profile-amendment-report/view',
    call: '/reporting/member-profile-amendment-report',
    role: 'Member Profile Amendment Report',
    group: 'members',
    tab: 'amendments',
  },
  profileAmendmentTotals: {
    folder: 'profile-amendment',
    menu: '/reporting/member-profile-amendment-report',
    view: '/member-profile-amendment-report/view',
    call: '/reporting/member-profile-amendment-totals',
    role: 'Member Profile Amendment Report',
    group: 'members',
    tab: 'amendmentTotals',
  },
  customerAnalysis: {
    menu: '/reporting/customer-analysis-report',
    view: '/customer-analysis-report/view',
    call: '/reporting/customer-analysis-report',
    role: 'Customer Analysis Report',
    group: 'members',
  },
  customerTransaction: {
    menu: '/reporting/customer-transaction-report',
    view: '/customer-transaction-report/view',
    call: '/reporting/customer-transaction-report',
    role: 'Customer Transaction Report',
    group: 'sales',
  },
  customerRewardStatus: {
    menu: '/reporting/customer-reward-status-report',
    view: '/customer-reward-status-report/view',
    call: '/reporting/customer-reward-status-report',
    role: 'Customer Reward Status Report',
    group: 'rewards',
    tab: 'rewards',
  },
  customerRewardTotals: {
    folder: 'customer-reward-status',
    menu: '/reporting/customer-reward-status-report',
    view: '/customer-reward-status-report/view',
    call: '/reporting/customer-reward-status-totals',
    role: 'Customer Reward Status Report',
    group: 'rewards',
    tab: 'rewardTotals',
  },
  customerPerformance: {
    menu: '/reporting/customer-performance-report',
    view: '/customer-performance-report/view',
    call: '/reporting/customer-performance-report',
    role: 'Customer Performance Report',
    group: 'sales',
  },
  productSales: {
    menu: '/reporting/product-sales-analysis-report',
    view: '/product-sales-analysis-report/view',
    call: '/reporting/product-sales-analysis-report',
    role: 'Product Sales Analysis Report',
    group: 'sales',
  },
  memberSales: {
    menu: '/reporting/member-sales-analysis-report',
    view: '/member-sales-analysis-report/view',
    call: '/reporting/member-sales-analysis-report',
    role: 'Member Sales Analysis Report',
    group: 'sales',
    tab: 'memberSales',
  },
  taskPerformance: {
    menu: '/reporting/member-sales-analysis-report',
    view: '/member-sales-analysis-report/view',
    call: '/reporting/task-performance-report',
    role: 'Member Sales Analysis Report',
    group: 'sales',
    tab: 'tasks',
  },
  nonMemberTransaction: {
    menu: '/reporting/non-member-transaction-report',
    view: '/non-member-transaction-report/view',
    call: '/reporting/non-member-transaction-report',
    role: 'Non Member Transaction Report',
    group: 'sales',
    tab: 'strangers',
  },
  nonMemberTotals: {
    folder: 'non-member-transaction',
    menu: '/reporting/non-member-transaction-report',
    view: '/non-member-transaction-report/view',
    call: '/reporting/non-member-transaction-totals',
    role: 'Non Member Transaction Report',
    group: 'sales',
    tab: 'strangerShare',
  },
  repeatCustomer: {
    menu: '/reporting/repeat-customer-analysis-report',
    view: '/repeat-customer-analysis-report/view',
    call: '/reporting/repeat-customer-analysis-report',
    role: 'Repeat Customer Analysis Report',
    group: 'sales',
    tab: 'repeatCustomer',
  },
  repeatDays: {
    menu: '/reporting/repeat-customer-analysis-report',
    view: '/repeat-customer-analysis-report/view',
    call: '/reporting/repeat-days-report',
    role: 'Repeat Customer Analysis Report',
    group: 'sales',
    tab: 'repeatDays',
  },
  purchaseCohorts: {
    menu: '/reporting/repeat-customer-analysis-report',
    view: '/repeat-customer-analysis-report/view',
    call: '/reporting/purchase-cohort-report',
    role: 'Repeat Customer Analysis Report',
    group: 'sales',
    tab: 'purchaseCohorts',
  },
  purchaseGaps: {
    menu: '/reporting/repeat-customer-analysis-report',
    view: '/repeat-customer-analysis-report/view',
    call: '/reporting/purchase-gap-report',
    role: 'Repeat Customer Analysis Report',
    group: 'sales',
    tab: 'purchaseGaps',
  },
  inactiveMember: {
    menu: '/reporting/inactive-reactive-member-listing',
    view: '/inactive-reactive-member-listing/view',
    call: '/reporting/inactive-member-report',
    role: 'Inactive Reactive Member Listing',
    group: 'members',
    tab: 'inactive',
  },
  reactiveMember: {
    menu: '/reporting/inactive-reactive-member-listing',
    view: '/inactive-reactive-member-listing/view',
    call: '/reporting/reactive-member-report',
    role: 'Inactive Reactive Member Listing',
    group: 'members',
    tab: 'reactive',
  },
  premiumGift: {
    menu: '/reporting/premium-gift-redemption-listing',
    view: '/premium-gift-redemption-listing/view',
    call: '/reporting/premium-gift-redemption-report',
    role: 'Premium Gift Redemption Listing',
    group: 'rewards',
    tab: 'redemptions',
  },
  premiumGiftTotals: {
    folder: 'premium-gift',
    menu: '/reporting/premium-gift-redemption-listing',
    view: '/premium-gift-redemption-listing/view',
    call: '/reporting/premium-gift-redemption-totals',
    role: 'Premium Gift Redemption Listing',
    group: 'rewards',
    tab: 'giftTotals',
  },
  giftStock: {
    menu: '/reporting/premium-gift-redemption-listing',
    view: '/premium-gift-redemption-listing/view',
    call: '/reporting/gift-stock-report',
    role: 'Premium Gift Redemption Listing',
    group: 'rewards',
    tab: 'stock',
  },
  friendSales: {
    menu: '/reporting/friend-get-friend-sales-report',
    view: '/friend-get-friend-sales-report/view',
    call: '/reporting/friend-get-friend-sales-report',
    role: 'Friend Get Friend Sales Report',
    group: 'rewards',
    tab: 'friends',
  },
  friendSalesTotals: {
    folder: 'friend-sales',
    menu: '/reporting/friend-get-friend-sales-report',
    view: '/friend-get-friend-sales-report/view',
    call: '/reporting/friend-get-friend-sales-totals',
    role: 'Friend Get Friend Sales Report',
    group: 'rewards',
    tab: 'friendTotals',
  },
  pointExpiry: {
    menu: '/reporting/point-expiry-report',
    view: '/point-expiry-report/view',
    call: '/reporting/point-expiry-report',
    role: 'Point Expiry Report',
    group: 'points',
    tab: 'toExpire',
  },
  pointExpired: {
    menu: '/reporting/point-expiry-report',
    view: '/point-expiry-report/view',
    call: '/reporting/point-expired-report',
    role: 'Point Expiry Report',
    group: 'points',
    tab: 'expired',
  },
  feedbackAnalysis: {
    menu: '/reporting/feedback-analysis-report',
    view: '/feedback-analysis-report/view',
    call: '/reporting/feedback-analysis-report',
    role: 'Feedback Analysis Report',
    group: 'control',
  },
  campaignTargets: {
    menu: '/reporting/campaign-target-list-report',
    view: '/campaign-target-list-report/view',
    call: '/reporting/campaign-target-list-report',
    role: 'Campaign Target List Report',
    group: 'rewards',
    tab: 'targets',
  },
  messageDelivery: {
    menu: '/reporting/campaign-target-list-report',
    view: '/campaign-target-list-report/view',
    call: '/reporting/message-delivery-report',
    role: 'Campaign Target List Report',
    group: 'rewards',
    tab: 'messages',
  },
  memberCategory: {
    menu: '/reporting/member-category-analysis-report',
    view: '/member-category-analysis-report/view',
    call: '/reporting/member-category-analysis-report',
    role: 'Member Category Analysis Report',
    group: 'members',
    tab: 'categories',
  },
  categoryMoves: {
    menu: '/reporting/member-category-analysis-report',
    view: '/member-category-analysis-report/view',
    call: '/reporting/member-category-movement-report',
    role: 'Member Category Analysis Report',
    group: 'members',
    tab: 'moves',
  },
  auditTrail: {
    menu: '/reporting/audit-trail-report',
    view: '/audit-trail-report/view',
    call: '/reporting/audit-trail-report',
    role: 'Audit Trail Report',
    group: 'control',
    tab: 'changes',
  },
  approvalLog: {
    menu: '/reporting/audit-trail-report',
    view: '/audit-trail-report/view',
    call: '/reporting/approval-log-report',
    role: 'Audit Trail Report',
    group: 'control',
    tab: 'approvals',
  },
  importLog: {
    menu: '/reporting/audit-trail-report',
    view: '/audit-trail-report/view',
    call: '/reporting/import-log-report',
    role: 'Audit Trail Report',
    group: 'control',
    tab: 'imports',
  },
  loginActivity: {
    menu: '/reporting/audit-trail-report',
    view: '/audit-trail-report/view',
    call: '/reporting/login-activity-report',
    role: 'Audit Trail Report',
    group: 'control',
    tab: 'logins',
  },
  lookUps: {
    menu: '/reporting/audit-trail-report',
    view: '/audit-trail-report/view',
    call: '/reporting/look-up-report',
    role: 'Audit Trail Report',
    group: 'control',
    tab: 'lookUps',
  },
} as const satisfies Record<string, ReportEntry>

export const reportGroups = ['members', 'sales', 'points', 'rewards', 'control'] as const

type ReportEntry = {
  /** Folder of the detail report; set for totals reports only, because other folders have the name of the key. */
  folder?: string
  menu: `/reporting/${string}`
  view: string
  call: `/reporting/${string}`
  role: string
  group: (typeof reportGroups)[number]
  /** Name of the report's tab; the screen shows the text `reports:tabs.<tab>`. */
  tab?: string
}

export type ReportKey = keyof typeof reportDefinitions
export const reportKeys = Object.keys(reportDefinitions) as ReportKey[]
/** Roles that can open at least one report. */
export const rolesOfAnyReport = [...new Set(reportKeys.map((key) => reportDefinitions[key].role))]

/** Returns the tab of a report; undefined if the report is alone on its page. */
export const findReportTab = (key: ReportKey) => {
  const entry = reportDefinitions[key]
  return 'tab' in entry ? entry.tab : undefined
}
