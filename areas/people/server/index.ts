// What other areas may ask of people.

export { memberCard } from './member-card.ts'
