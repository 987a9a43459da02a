import { path } from '#kit/contract/path.ts'

export const counterPath = path('/counter', 'q', 'member')
export const membershipsPath = path(
  '/memberships',
  'RegisteredOutletCode',
  'MemberType',
  'Status',
  'JoinDateFrom',
  'JoinDateTo',
  'RegistrationSource',
)
export const upgradePath = path('/memberships/:MembershipNo/upgrade')
export const cardCategoriesPath = path('/setup/card-category')
export const cardCategoryAddPath = path('/setup/card-category/add')
export const cardCategoryPath = path('/setup/card-category/:CardCategoryId')
export const cardGroupsPath = path('/setup/card-group')
