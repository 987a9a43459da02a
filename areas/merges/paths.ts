import { path } from '#kit/contract/path.ts'

export const mergesPath = path('/member/merges', 'MembershipNo')
export const mergeAddPath = path('/member/merge', 'Survivor', 'Merged')
export const mergePath = path('/member/merges/:MergeId')
