import { path } from '#kit/contract/path.ts'

export const watchPath = path('/settings/loyalty-watch', 'show', 'id', 'Pattern', 'OutletCode', 'Name')
