import { type RawBuilder, sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { type ProgressLog, type Task, type TaskBucket, type TaskView, taskRefusals } from '../contract/tasks.ts'

/** SQL of a task's group in the daily view; a postponed task or one with a later follow-up is not due. */
export const taskBucketSql = (today: string): RawBuilder<TaskBucket> => sql`case
  when task.status = 'Completed' then 'Done'
  when task.snoozed_until > ${today}::date then 'Later'
  when task.follow_up_date > ${today}::date then 'Later'
  when task.follow_up_date is not null then 'Follow-up'
  when business_date_of(task.due_date) < ${today}::date then 'Overdue'
  when business_date_of(task.due_date) = ${today}::date then 'Today'
  else 'Later' end`

const userName = (
  user: RawBuilder<unknown>,
) => sql`(select coalesce(person.full_name, account.display_name) from user_account account
  left join staff person using (staff_id) where account.user_id = ${user})`

/** SQL columns of a task; alias `task` is the task and alias `place` its building. */
export const taskColumnsSql = (today: string) => sql`task.task_id, task.name, task.description, task.group_code,
  (select coalesce(task_group.name, task_group.description) from task_group where task_group.code = task.group_code) as group_name,
  task.priority, task.status, task.building_id as "SSOBuildingId", place.code as outlet_code, place.name as outlet_name,
  task.owner_staff_id, (select full_name from staff where staff_id = task.owner_staff_id) as owner_name,
  task.due_date, business_date_of(task.due_date) as due_day, task.snoozed_until, task.follow_up_date, ${taskBucketSql(today)} as bucket,
  task.source, task.related_type, task.related_id, task.because, log_summary.logs, log_summary.last_log_at,
  task.completed_at, ${userName(sql`task.completed_by_id`)} as completed_by_name, ${userName(sql`task.created_by_id`)} as created_by_name,
  task.created_at, task.version, shown_values('Task', task.custom_values) as custom_values, task.customer_id, customer.full_name, customer.preferred_name, customer.recommend_membership_no,
  main_membership.membership_no, main_membership.card_category_code, customer.id_no, customer.contact_no, customer.email, customer.language`

export const taskJoins = sql`join building place on place.building_id = task.building_id
  left join customer on customer.customer_id = task.customer_id
  left join lateral (
    select membership_no, card_category_code from membership where membership.customer_id = task.customer_id
    order by (membership.status = 'Active') desc, (membership.status <> 'Deleted') desc, membership.join_date, membership.membership_no limit 1
  ) main_membership on true
  left join lateral (
    select count(*)::int as logs, max(log.created_at) as last_log_at from task_progress_log log
    where log.task_id = task.task_id and log.status <> 'Deleted'
  ) log_summary on true`

type TaskRow = Omit<Task, 'Customer'> & {
  [Field in keyof NonNullable<Task['Customer']>]: NonNullable<Task['Customer']>[Field] | null
}

export function toTaskReply(row: TaskRow): Task {
  const {
    CustomerId,
    FullName,
    PreferredName,
    RecommendMembershipNo,
    MembershipNo,
    CardCategoryCode,
    IdNo,
    ContactNo,
    Email,
    Language,
    ...task
  } = row
  if (CustomerId === null || FullName === null) return { ...task, Customer: null }
  const contact = { ContactNo, Email, Language }
  const member = { RecommendMembershipNo, MembershipNo, CardCategoryCode }
  return { ...task, Customer: withMaskedIdNo({ CustomerId, FullName, PreferredName, ...member, IdNo, ...contact }) }
}

export const progressLogColumns = sql`log.progress_log_id, log.task_id, log.name, log.contact_type, log.description, log.follow_up_date, log.status,
  (select full_name from staff where staff_id = coalesce((select staff_id from user_account where user_id = log.updated_by_id), log.staff_id))
    as updated_by_staff_name, log.created_at, log.updated_at, log.version`

/** Returns what the caller may do with a task (specification, section 6). */
export async function findTaskPermissions(ctx: Ctx, CreatedById: number | null) {
  const { actor } = ctx
  const isCreator = CreatedById !== null && CreatedById === actor.userId
  const complete = actor.isHQ || (await managerMayComplete(ctx))
  const yn = (allowed: boolean) => (allowed ? 'Y' : 'N')
  return {
    Complete: yn(complete),
    Due: yn(actor.isHQ),
    Outlet: yn(actor.isHQ),
    Delete: yn(actor.roles.has('Tasks') && (actor.isHQ || isCreator)),
  } as const
}

async function managerMayComplete({ actor, db }: Ctx): Promise<boolean> {
  if (actor.staffId === null || !(await readSettings({ db }))['tasks.managersComplete']) return false
  const person = await db
    .selectFrom('Staff')
    .select('StaffType')
    .where('StaffId', '=', actor.staffId)
    .executeTakeFirst()
  return person?.StaffType === 'Outlet Manager'
}

/** Returns the stored row of a task and locks it. */
export async function lockTask(ctx: Ctx, TaskId: number) {
  const task = await ctx.db.selectFrom('Task').selectAll().where('TaskId', '=', TaskId).forUpdate().executeTakeFirst()
  if (!task) throw taskRefusals.notFound()
  return task
}

export async function readTaskView(ctx: Ctx, TaskId: number): Promise<TaskView> {
  const [taskResult, logs, credits] = await Promise.all([
    sql<TaskRow & { CreatedById: number | null }>`
      select ${taskColumnsSql(ctx.today)}, task.created_by_id from task ${taskJoins} where task.task_id = ${TaskId}`.execute(
      ctx.db,
    ),
    sql<ProgressLog>`
      select ${progressLogColumns} from task_progress_log log where log.task_id = ${TaskId} and log.status <> 'Deleted'
      order by log.progress_log_id desc`.execute(ctx.db),
    sql<TaskView['Credits'][number]>`
      select credit.transaction_id, sale.invoice_no, credit.business_date, credit.amount::text as amount,
        (select full_name from staff where staff_id = credit.staff_id) as staff_name
      from task_credit credit join transaction_summary sale using (transaction_id)
      where credit.task_id = ${TaskId} order by credit.business_date desc, credit.transaction_id desc`.execute(ctx.db),
  ])
  const row = taskResult.rows[0]
  if (!row) throw taskRefusals.notFound()
  const { CreatedById, ...task } = row
  return {
    ...toTaskReply(task),
    TaskProgressLog: logs.rows,
    May: await findTaskPermissions(ctx, CreatedById),
    Credits: credits.rows,
  }
}
