// The components of this area for pages of other areas.
export { TasksCard } from './home/TasksCard.tsx'
