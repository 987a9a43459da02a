import { path } from '#kit/contract/path.ts'

export const settingsPath = path('/settings', 'show')
export const firstStepsPath = path('/settings/first-steps')
export const listsPath = path('/settings/lists')
export const productGroupsPath = path('/setup/product-group')
export const stockGroupsPath = path('/setup/stock-group')
