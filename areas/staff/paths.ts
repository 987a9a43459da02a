import { path } from '#kit/contract/path.ts'

export const usersPath = path('/settings/users')
export const userAddPath = path('/settings/users/add')
export const userPath = path('/settings/users/:StaffId')
export const outletsPath = path('/settings/outlets')
