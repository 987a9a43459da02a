// Where the pages that follow a member lie. They belong to several areas; a path is all that is known of them here.

const of = (path: string, MembershipNo: string) => `${path}?${new URLSearchParams({ MembershipNo })}`

export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
/** Opens the customer with the edit dialog, to fill in what is missing. */
export const profileLink = (CustomerId: number) => `/customers/${CustomerId}?edit=profile`
export const upgradeLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}/upgrade`
/** Where the member stands: level, cycle, what was spent. */
export const levelLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}`
export const counterLink = (MembershipNo: string) => `/counter?${new URLSearchParams({ member: MembershipNo })}`
export const saleLink = (MembershipNo: string) => of('/transactions/add', MembershipNo)
export const explainLink = (MembershipNo: string) => of('/points/explain', MembershipNo)
/** Two customers side by side, of whom one is to go over into the other; without the other it is looked for there. */
export const mergeLink = (Survivor: number, Merged?: number) =>
  `/member/merge?${new URLSearchParams({ Survivor: `${Survivor}`, ...(Merged !== undefined && { Merged: `${Merged}` }) })}`
