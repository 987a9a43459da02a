import type { ServerArea } from '#kit/server/area.ts'
import { taskRefusals } from '../contract/tasks.ts'
import { lockTask } from './task-rows.ts'

type FilesOf = NonNullable<NonNullable<ServerArea['keepsFiles']>['TaskId']>

/** Maximum number of files per task. */
const MOST = 10

/** Finds the task to which files belong; a lock prevents concurrent uploads from exceeding the limit. */
export const findFilesOfTask: FilesOf = async (ctx, TaskId) => {
  const task = await lockTask(ctx, TaskId)
  if (task.Status === 'Deleted') throw taskRefusals.deleted()
  const { Code } = await ctx.db
    .selectFrom('Building')
    .select('Code')
    .where('BuildingId', '=', task.BuildingId)
    .executeTakeFirstOrThrow()
  return { OutletCode: Code, Most: MOST }
}
