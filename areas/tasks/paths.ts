import { definePath } from '#kit/contract/path.ts'

/** Path of the task list; the parameter `task` opens the dialog of that task. */
export const tasksPath = definePath('/tasks', 'task', 'Bucket', 'CustomerId')
