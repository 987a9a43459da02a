export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
export const mergeLink = (MergeId: number) => `/member/merges/${MergeId}`
export const approvalsLink = (ApprovalId: number) => `/settings/approvals?show=own&id=${ApprovalId}`
