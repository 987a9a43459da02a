import { path } from '#kit/contract/path.ts'

export const levelApprovalPath = path('/member/level-histories/approval', 'id')
export const memberLevelsPath = path('/memberships/:MembershipNo')
