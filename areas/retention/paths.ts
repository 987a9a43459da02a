import { path } from '#kit/contract/path.ts'

export const retentionPath = path('/customers/retention', 'show')
