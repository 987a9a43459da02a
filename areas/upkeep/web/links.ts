export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
