// The parts of staff that pages of other areas may use.
export { outletChoices } from './outlet-choices.ts'
