// What the pages of areas above may use of leads.
export { leadSourceChoices } from './lead-sources.ts'
