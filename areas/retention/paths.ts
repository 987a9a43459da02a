import { definePath } from '#kit/contract/path.ts'

export const retentionPath = definePath('/customers/retention', 'show')
