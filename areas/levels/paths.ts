import { definePath } from '#kit/contract/path.ts'

export const levelApprovalPath = definePath('/member/level-histories/approval', 'id')
export const memberLevelsPath = definePath('/memberships/:MembershipNo')
