import { definePath } from '#kit/contract/path.ts'

export const archivePath = definePath('/member/archive')
export const qualityPath = definePath('/member/update-member-listing')
