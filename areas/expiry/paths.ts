import { path } from '#kit/contract/path.ts'

export const expiryPath = path('/points-management/points-expiry')
export const expiringMembersPath = path('/points-management/points-expiry/members', 'DateFrom', 'DateTo')
export const liabilityPath = path('/points-management/liability')
export const proofPath = path('/points-management/proof')
export const expiryRewardsPath = path('/points-management/point-expiry-rewards', 'DateFrom', 'DateTo')
export const rescuePath = path('/points-management/expiry-rescue')
export const nightlyJobsPath = path('/points-management/nightly-jobs')
