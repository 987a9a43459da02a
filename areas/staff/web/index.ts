// What the pages of areas above may use of staff.
export { outletChoices } from './outlet-choices.ts'
