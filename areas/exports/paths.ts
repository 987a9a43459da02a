import { path } from '#kit/contract/path.ts'

export const schedulesPath = path('/exports/scheduled')
export const exportsPath = path('/exports')
