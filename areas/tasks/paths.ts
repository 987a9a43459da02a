import { path } from '#kit/contract/path.ts'

/** The list; with `task` the dialog of that task is open. */
export const tasksPath = path('/tasks', 'task', 'Bucket', 'CustomerId')
export const taskGroupsPath = path('/setup/task-group')
