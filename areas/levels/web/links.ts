export const memberLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}`
export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
