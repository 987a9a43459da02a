import type { ServerArea } from '#kit/server/area.ts'
import { refusals } from '../contract/tasks.ts'
import { lockTask } from './task-rows.ts'

type FilesOf = NonNullable<NonNullable<ServerArea['keepsFiles']>['TaskId']>

/** As many still help the person who works on it. */
const MOST = 10

/** Photographs, videos and documents of a task are its outlet's; locked, so that two at once do not make one too many. */
export const filesOfTask: FilesOf = async (ctx, TaskId) => {
  const task = await lockTask(ctx, TaskId)
  if (task.Status === 'Deleted') throw refusals.deleted()
  const { Code } = await ctx.db
    .selectFrom('Building')
    .select('Code')
    .where('BuildingId', '=', task.BuildingId)
    .executeTakeFirstOrThrow()
  return { OutletCode: Code, Most: MOST }
}
