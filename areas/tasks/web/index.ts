// The public interface of the task pages for other areas.
export { TasksCard } from './home/TasksCard.tsx'
