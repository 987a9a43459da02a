import { definePath } from '#kit/contract/path.ts'

export const referrersPath = definePath('/member/referrer-listing', 'show', 'id', 'ReferrerMembershipNo')
