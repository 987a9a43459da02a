// Components of the area `tasks` for pages of other areas.
export { TasksCard } from './home/TasksCard.tsx'
