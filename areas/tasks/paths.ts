import { path } from '#kit/contract/path.ts'

/** Path of the task list; the parameter `task` opens the dialog of that task. */
export const tasksPath = path('/tasks', 'task', 'Bucket', 'CustomerId')
export const taskGroupsPath = path('/setup/task-group')
