// The components of the lead pages for other areas.
export { leadSourceChoices } from './lead-sources.ts'
