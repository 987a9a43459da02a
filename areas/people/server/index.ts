// Functions of the area `people` for other areas.

export { memberCard } from './member-card.ts'
