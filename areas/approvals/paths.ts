import { path } from '#kit/contract/path.ts'

export const approvalsPath = path('/settings/approvals', 'show', 'id')
