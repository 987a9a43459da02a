// The components of this area for pages of other areas.
export { outletChoices } from './outlet-choices.ts'
