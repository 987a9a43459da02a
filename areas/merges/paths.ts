import { definePath } from '#kit/contract/path.ts'

export const mergesPath = definePath('/member/merges', 'MembershipNo')
export const mergeAddPath = definePath('/member/merge', 'Survivor', 'Merged')
export const mergePath = definePath('/member/merges/:MergeId')
