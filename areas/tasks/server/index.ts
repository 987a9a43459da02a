import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Because, Priority, RelatedType, TaskSource } from '../contract/tasks.ts'

// What other areas may ask of tasks: one more, once for its cause. Whole sets call the function add_task() in their own statement.

export type NewTask = {
  Source: TaskSource
  /** The task is made once for this, however often it is asked for: `birthday 17 2026`. */
  OnceKey: string
  Name: string
  Description?: string | null
  CustomerId?: number | null
  /** The outlet that does it; without one the customer's own, else head office. */
  OutletCode?: string | null
  OwnerStaffId?: number | null
  GroupCode?: string | null
  Priority?: Priority
  /** The day on which it is due, at the shop's opening. */
  DueDay: string
  RelatedType?: RelatedType | null
  RelatedId?: string | null
  Because?: Because | null
}

/** Answers its number, or null where the task is there already. */
export async function addTask({ db, now }: Pick<Ctx, 'db' | 'now'>, task: NewTask): Promise<number | null> {
  const { rows } = await sql<{ TaskId: number | null }>`
    select add_task(${task.Source}, ${task.OnceKey}, ${task.Name}, ${task.Description ?? null}, ${task.CustomerId ?? null}::bigint,
      ${task.OutletCode ?? null}, ${task.OwnerStaffId ?? null}::bigint, ${task.GroupCode ?? null}, ${task.Priority ?? 'Normal'},
      ${task.DueDay}::date, ${task.RelatedType ?? null}, ${task.RelatedId ?? null},
      ${task.Because ? JSON.stringify(task.Because) : null}::jsonb, ${now}::timestamptz) as task_id`.execute(db)
  return rows[0]!.TaskId
}
