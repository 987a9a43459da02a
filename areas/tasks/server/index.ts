import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { Priority, RelatedType, TaskReason, TaskSource } from '../contract/tasks.ts'

// Functions of the area `tasks` for other areas. Code for many records calls the SQL function add_task() instead.

export type NewTask = {
  Source: TaskSource
  /** Unique key of the task's cause, such as `birthday 17 2026`; a second call with the same key creates no task. */
  OnceKey: string
  Name: string
  Description?: string | null
  CustomerId?: number | null
  /** Code of the outlet; by default the customer's outlet, or else head office. */
  OutletCode?: string | null
  OwnerStaffId?: number | null
  GroupCode?: string | null
  Priority?: Priority
  /** Day on which the task is due at 10:00. */
  DueDay: string
  RelatedType?: RelatedType | null
  RelatedId?: string | null
  Because?: TaskReason | null
}

/** Creates a task and returns its id; returns null if the task exists already. */
export function insertTask({ db, now }: Pick<Ctx, 'db' | 'now'>, task: NewTask): Promise<number | null> {
  return databaseFunctions.addTask(db, {
    source: task.Source,
    onceKey: task.OnceKey,
    name: task.Name,
    description: task.Description ?? null,
    customerId: task.CustomerId ?? null,
    outletCode: task.OutletCode ?? null,
    ownerStaffId: task.OwnerStaffId ?? null,
    groupCode: task.GroupCode ?? null,
    priority: task.Priority ?? 'Normal',
    dueDay: task.DueDay,
    relatedType: task.RelatedType ?? null,
    relatedId: task.RelatedId ?? null,
    because: task.Because ?? null,
    moment: now,
  })
}
