import { definePath } from '#kit/contract/path.ts'

export const schedulesPath = definePath('/exports/scheduled')
export const exportsPath = definePath('/exports')
