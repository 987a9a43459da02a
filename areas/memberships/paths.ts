import { definePath } from '#kit/contract/path.ts'

export const counterPath = definePath('/counter', 'q', 'member')
export const membershipsPath = definePath(
  '/memberships',
  'RegisteredOutletCode',
  'MemberType',
  'Status',
  'JoinDateFrom',
  'JoinDateTo',
  'RegistrationSource',
)
export const upgradePath = definePath('/memberships/:MembershipNo/upgrade')
export const cardCategoriesPath = definePath('/setup/card-category')
export const cardCategoryAddPath = definePath('/setup/card-category/add')
export const cardCategoryPath = definePath('/setup/card-category/:CardCategoryId')
