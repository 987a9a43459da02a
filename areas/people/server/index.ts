// The API of people for other areas.

export { memberCard } from './member-card.ts'
