// Where the people of a referral are seen, and the friends of one referrer.

export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
export const friendsLink = (ReferrerMembershipNo: string) =>
  `/member/referrer-listing?${new URLSearchParams({ show: 'all', ReferrerMembershipNo })}`
export const invoiceLink = (InvoiceNo: string) => `/transactions/N/${encodeURIComponent(InvoiceNo)}`
