export const saleLink = (InvoiceNo: string, type: 'N' | 'C' = 'N') =>
  `/transactions/${type}/${encodeURIComponent(InvoiceNo)}`

export const statementLink = (MembershipNo: string) => `/points/statement?${new URLSearchParams({ MembershipNo })}`
export const explainLink = (MembershipNo: string) => `/points/explain?${new URLSearchParams({ MembershipNo })}`
