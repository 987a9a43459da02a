export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`
export const mergeLink = (Survivor: number, Merged: number) =>
  `/member/merge?${new URLSearchParams({ Survivor: `${Survivor}`, Merged: `${Merged}` })}`
