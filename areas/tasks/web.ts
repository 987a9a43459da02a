import { lazy } from 'react'
import { bulkActionsSlot, customerCardsSlot } from '#areas/customers/web/slots.ts'
import { counterCardsSlot } from '#areas/memberships/web/slots.ts'
import type { WebArea } from '#kit/web/area.ts'
import { recordScreen } from '#kit/web/record-screen.ts'
import { tasksPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    tasks: typeof texts
  }
}

/** Copy of a limit in the contract, because the first page must not load the large contract. */
const NAME_LENGTH = 100

/** In this area the label of Name means the task's name, so task groups use the common label. */
const nameLabel = 'kit:fields.Name'

export const tasksWebArea: WebArea = {
  screens: [
    {
      path: tasksPath.pattern,
      title: 'tasks:screens.tasks',
      role: 'Tasks',
      add: { label: 'tasks:screens.taskAdd', dialog: true },
      load: async () => ({ default: (await import('./web/list/TasksPage.tsx')).TasksPage }),
    },
    recordScreen({
      name: 'task group',
      title: 'tasks:screens.taskGroups',
      role: 'Task Group',
      words: 'tasks:taskGroup',
      adding: 'tasks:screens.taskGroupAdd',
      record: async () => (await import('./contract/records.ts')).taskGroups,
      named: 'Code',
      columns: ['Code', { field: 'Name', title: nameLabel }, 'Description', 'Status'],
      optional: ['Remarks', 'CreatedAt', 'UpdatedAt'],
      search: { Code: 'capitals', Name: { kind: 'text', label: nameLabel }, Description: 'text' },
      code: { name: 'Code', example: 'BIRTHDAY' },
      fields: [{ name: 'Name', label: nameLabel }, { name: 'Description', kind: 'multiline' }, 'Remarks'],
    }),
  ],
  contributes: [
    counterCardsSlot.with({
      column: 1,
      Card: lazy(async () => ({ default: (await import('./web/home/TasksCard.tsx')).OwnTasksCard })),
    }),
    bulkActionsSlot.with({
      label: 'tasks:many.act',
      role: 'Tasks',
      Icon: lazy(async () => ({ default: (await import('./web/task/Icon.tsx')).AddTaskIcon })),
      effect: 'tasks:many.effect',
      question: { label: 'tasks:many.name', maxLength: NAME_LENGTH },
      each: async (CustomerId, Name) =>
        (await import('./web/task/for-customers.ts')).addTaskForCustomer(CustomerId, Name),
      undo: async (reply) => (await import('./web/task/for-customers.ts')).undoAddedTask(reply),
    }),
    customerCardsSlot.with(
      lazy(async () => ({ default: (await import('./web/customer/CustomerTasks.tsx')).CustomerTasksCard })),
    ),
  ],
}
