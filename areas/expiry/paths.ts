import { definePath } from '#kit/contract/path.ts'

export const expiryPath = definePath('/points-management/points-expiry')
export const expiringMembersPath = definePath('/points-management/points-expiry/members', 'DateFrom', 'DateTo')
export const liabilityPath = definePath('/points-management/liability')
export const proofPath = definePath('/points-management/proof')
export const expiryRewardsPath = definePath('/points-management/point-expiry-rewards', 'DateFrom', 'DateTo')
export const rescuePath = definePath('/points-management/expiry-rescue')
export const nightlyJobsPath = definePath('/points-management/nightly-jobs')
