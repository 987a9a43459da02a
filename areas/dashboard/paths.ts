import { path } from '#kit/contract/path.ts'

export const dashboardPath = path('/dashboard')
