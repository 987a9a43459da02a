// Where a customer is seen, and the pages of other areas that start from one. A path is all that is known of them here.

const of = (path: string, MembershipNo: string) => `${path}?${new URLSearchParams({ MembershipNo })}`

export const CUSTOMERS = '/registration/customers'
/** Where a customer of another outlet is looked up by a full number. */
export const counterLink = '/counter'
export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
/** Where the member stands: level, cycle, what was spent. */
export const levelLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}`
export const upgradeLink = (MembershipNo: string) => `/memberships/${encodeURIComponent(MembershipNo)}/upgrade`
export const saleLink = (MembershipNo: string) => of('/transactions/add', MembershipNo)
export const explainLink = (MembershipNo: string) => of('/points/explain', MembershipNo)
export const statementLink = (MembershipNo: string) => of('/points/statement', MembershipNo)
export const salesLink = (MembershipNo: string) => of('/points-management/customer-transactions/listing', MembershipNo)
export const invoiceLink = (TransactionType: 'N' | 'C', InvoiceNo: string) =>
  `/transactions/${TransactionType}/${encodeURIComponent(InvoiceNo)}`
/** Two customers side by side, of whom one is to go over into the other; without the other it is looked for there. */
export const mergeLink = (Survivor: number, Merged?: number) =>
  `/member/merge?${new URLSearchParams({ Survivor: `${Survivor}`, ...(Merged !== undefined && { Merged: `${Merged}` }) })}`
export const mergesLink = (MembershipNo: string) => of('/member/merges', MembershipNo)
