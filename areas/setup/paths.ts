import { definePath } from '#kit/contract/path.ts'

export const settingsPath = definePath('/settings', 'show')
export const firstStepsPath = definePath('/settings/first-steps')
export const listsPath = definePath('/settings/lists')
