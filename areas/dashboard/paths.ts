import { definePath } from '#kit/contract/path.ts'

export const dashboardPath = definePath('/dashboard')
