// Components of the area `tasks` for pages of other areas.
export { OwnTasksCard } from './home/TasksCard.tsx'
