import { definePath } from '#kit/contract/path.ts'

export const approvalsPath = definePath('/settings/approvals', 'show', 'id')
