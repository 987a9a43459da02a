import { path } from '#kit/contract/path.ts'

export const tasksPath = path('/tasks')
export const taskGroupsPath = path('/setup/task-group')
