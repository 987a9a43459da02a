import { definePath } from '#kit/contract/path.ts'

export const reportingPath = definePath('/reporting')
