// What other areas may ask of campaigns: putting customers on a target list, however many.

export { addPeople as addTargets, type NewTargets } from './targets.ts'
