import { path } from '#kit/contract/path.ts'

export const referrersPath = path('/member/referrer-listing', 'show', 'id', 'ReferrerMembershipNo')
