import { definePath } from '#kit/contract/path.ts'

export const watchPath = definePath('/settings/loyalty-watch', 'show', 'id', 'Pattern', 'OutletCode', 'Name')
