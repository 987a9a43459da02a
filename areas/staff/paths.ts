import { definePath } from '#kit/contract/path.ts'

export const usersPath = definePath('/settings/users')
export const userAddPath = definePath('/settings/users/add')
export const userPath = definePath('/settings/users/:StaffId')
export const outletsPath = definePath('/settings/outlets')
export const rolesPath = definePath('/settings/roles')
export const systemAccountsPath = definePath('/settings/system-accounts')
