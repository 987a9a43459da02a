// Where the pages that follow a member lie. They belong to several areas; a path is all that is known of them here.

const of = (path: string, MembershipNo: string) => `${path}?${new URLSearchParams({ MembershipNo })}`

export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
/** Opens the customer with the edit dialog, to fill in what is missing. */
export const profileLink = (CustomerId: number) => `/customers/${CustomerId}?edit=profile`
export const upgradeLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}/upgrade`
export const counterLink = (MembershipNo: string) => `/counter?${new URLSearchParams({ member: MembershipNo })}`
export const saleLink = (MembershipNo: string) => of('/transactions/add', MembershipNo)
export const explainLink = (MembershipNo: string) => of('/points/explain', MembershipNo)
