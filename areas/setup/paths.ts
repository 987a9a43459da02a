import { definePath } from '#kit/contract/path.ts'

export const settingsPath = definePath('/settings', 'show')
export const firstStepsPath = definePath('/settings/first-steps')
export const listsPath = definePath('/settings/lists')
export const productGroupsPath = definePath('/setup/product-group')
export const stockGroupsPath = definePath('/setup/stock-group')
