import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { Priority, RelatedType, TaskReason, TaskSource } from '../contract/tasks.ts'

// The functions of this area for other areas. Set-based code calls the SQL function add_task() in its own statement.

export type NewTask = {
  Source: TaskSource
  /** Unique key of the cause, such as `birthday 17 2026`. A second call with the same key creates no task. */
  OnceKey: string
  Name: string
  Description?: string | null
  CustomerId?: number | null
  /** Default: the customer's outlet, otherwise head office. */
  OutletCode?: string | null
  OwnerStaffId?: number | null
  GroupCode?: string | null
  Priority?: Priority
  /** Due day; the task is due at 10:00. */
  DueDay: string
  RelatedType?: RelatedType | null
  RelatedId?: string | null
  Because?: TaskReason | null
}

/** Returns the id of the new task, or null if the task exists already. */
export function addTask({ db, now }: Pick<Ctx, 'db' | 'now'>, task: NewTask): Promise<number | null> {
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
