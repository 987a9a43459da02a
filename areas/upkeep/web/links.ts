/** Where a customer of another outlet is looked up by a full number. */
export const counterLink = '/counter'
export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
export const mergeLink = (Survivor: number, Merged: number) =>
  `/member/merge?${new URLSearchParams({ Survivor: `${Survivor}`, Merged: `${Merged}` })}`
