import type { WebArea } from '#kit/web/area.ts'
import { taskGroupsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    tasks: typeof texts
  }
}

export const tasks: WebArea = {
  screens: [
    {
      path: taskGroupsPath.pattern,
      title: 'tasks:screens.taskGroups',
      role: 'Task Group',
      add: { label: 'tasks:screens.taskGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/TaskGroupsPage.tsx')).TaskGroupsPage }),
    },
  ],
}
