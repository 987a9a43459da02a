// Components of the area `staff` for pages of other areas.
export { fetchOutletChoices } from './outlet-choices.ts'
