import { path } from '#kit/contract/path.ts'

export const archivePath = path('/member/archive')
export const qualityPath = path('/member/update-member-listing')
