import { path } from '#kit/contract/path.ts'

export const usersPath = path('/settings/users')
export const userAddPath = path('/settings/users/add')
export const userPath = path('/settings/users/:StaffId')
export const outletsPath = path('/settings/outlets')
export const rolesPath = path('/settings/roles')
export const systemAccountsPath = path('/settings/system-accounts')
