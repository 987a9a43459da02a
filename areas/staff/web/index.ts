// Components of the area `staff` for pages of other areas.
export { outletChoices } from './outlet-choices.ts'
