// What the pages of areas above may use of tasks.
export { TasksCard } from './home/TasksCard.tsx'
