import { lazy } from 'react'
import { bulkActions, customerCards } from '#areas/customers/web/slots.ts'
import { counterCards } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { taskGroupsPath, tasksPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    tasks: typeof texts
  }
}

/** Copy of a limit in the contract, because the first page must not load the large contract. */
const NAME_LENGTH = 100

export const tasks: WebArea = {
  screens: [
    {
      path: tasksPath.pattern,
      title: 'tasks:screens.tasks',
      role: 'Tasks',
      add: { label: 'tasks:screens.taskAdd', dialog: true },
      load: async () => ({ default: (await import('./web/list/TasksPage.tsx')).TasksPage }),
    },
    {
      path: taskGroupsPath.pattern,
      title: 'tasks:screens.taskGroups',
      role: 'Task Group',
      add: { label: 'tasks:screens.taskGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/list/TaskGroupsPage.tsx')).TaskGroupsPage }),
    },
  ],
  contributes: [
    counterCards.with({
      column: 1,
      Card: lazy(async () => ({ default: (await import('./web/home/TasksCard.tsx')).TasksCard })),
    }),
    bulkActions.with({
      label: 'tasks:many.act',
      role: 'Tasks',
      Icon: lazy(async () => ({ default: (await import('./web/task/Icon.tsx')).Icon })),
      effect: 'tasks:many.effect',
      question: { label: 'tasks:many.name', maxLength: NAME_LENGTH },
      each: async (CustomerId, Name) => (await import('./web/task/for-customers.ts')).addTaskFor(CustomerId, Name),
      undo: async (reply) => (await import('./web/task/for-customers.ts')).undoAddTask(reply),
    }),
    customerCards.with(
      lazy(async () => ({ default: (await import('./web/customer/CustomerTasks.tsx')).CustomerTasks })),
    ),
  ],
}
