import { z } from 'zod'
import { CustomFilters, CustomValues, CustomValuesInput } from '#areas/custom-fields/contract/custom-values.ts'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  InstantInput,
  longText,
  optionalField,
  PersonName,
  text,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// A task belongs to an outlet and mostly concerns a customer; outlets work on their tasks, as specified.
// Head office changes due dates and outlets of tasks, and completes tasks.

export const taskRefusals = {
  notFound: refusal(404, 'tasks.not_found', 'Record not found'),
  deleted: refusal(409, 'tasks.deleted', 'The task is deleted'),
  notDeleted: refusal(409, 'tasks.not_deleted', 'Only a deleted task can be restored'),
  undoOver: refusal(409, 'tasks.undo_over', 'A delete can be undone within 30 seconds only'),
  outletByHeadOffice: refusal(403, 'tasks.outlet_by_head_office', 'Only head office can give a task to another outlet'),
  dueByHeadOffice: refusal(403, 'tasks.due_by_head_office', 'Only head office can change the due date of a task'),
  completedByHeadOffice: refusal(403, 'tasks.completed_by_head_office', 'Only head office can set a task to Completed'),
  deletedByHeadOffice: refusal(403, 'tasks.deleted_by_head_office', 'Only head office can delete the tasks of others'),
  ownOutletOnly: refusal(403, 'tasks.own_outlet_only', 'You can only work with the tasks of your own outlet'),
  noOutlet: refusal(400, 'tasks.no_outlet', 'There is no active outlet {SSOBuildingId}'),
  noGroup: refusal(400, 'tasks.no_group', 'There is no active task group {GroupCode}'),
  noOwner: refusal(409, 'tasks.no_owner', 'The task can only be given to active staff of its outlet or of head office'),
  snoozeInPast: refusal(400, 'tasks.snooze_in_past', 'A task can be put off until tomorrow or later'),
  snoozeTooFar: refusal(400, 'tasks.snooze_too_far', 'A task can be put off for {Days} days at most'),
}

/** Maximum number of days by which a task can be postponed. */
export const SNOOZE_DAYS_MAX = 90

export const TaskStatus = z.enum(['To Do', 'In Progress', 'Completed'])
export type TaskStatus = z.infer<typeof TaskStatus>
export const StoredTaskStatus = z.enum([...TaskStatus.options, 'Deleted'])

export const Priority = z.enum(['High', 'Normal', 'Low'])
export type Priority = z.infer<typeof Priority>

export const TaskSource = z.enum(['Manual', 'Occasion', 'Campaign', 'Feedback', 'System'])
export type TaskSource = z.infer<typeof TaskSource>

/** Group to which a task belongs in the daily view. */
export const TaskBucket = z.enum(['Overdue', 'Today', 'Follow-up', 'Later', 'Done'])
export type TaskBucket = z.infer<typeof TaskBucket>

/** Type of the record to which a task refers; RelatedId is the key of the record. */
export const RelatedType = z.enum([
  'Customer',
  'CustomerReward',
  'Membership',
  'Sale',
  'Campaign',
  'Feedback',
  'Lead',
  'Finding',
])
export type RelatedType = z.infer<typeof RelatedType>

/** Customer of a task, with the data that staff need to contact the customer. */
export const TaskCustomer = z.strictObject({
  CustomerId: Id,
  FullName: PersonName,
  PreferredName: PersonName.nullable(),
  RecommendMembershipNo: z.string().nullable(),
  MembershipNo: z.string().nullable(),
  CardCategoryCode: z.string().nullable(),
  IdNo: MaskedIdNo.nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  Language: z.string().nullable(),
})
export type TaskCustomer = z.infer<typeof TaskCustomer>

/** Reason why the program created the task: a code with values, which the client translates. */
export const TaskReason = z.strictObject({
  Code: z.string(),
  Values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type TaskReason = z.infer<typeof TaskReason>

export const Task = z.strictObject({
  TaskId: Id,
  Name: z.string(),
  Description: z.string().nullable(),
  GroupCode: z.string().nullable(),
  GroupName: z.string().nullable(),
  Priority,
  Status: StoredTaskStatus,
  SSOBuildingId: Id,
  OutletCode: z.string(),
  OutletName: z.string(),
  OwnerStaffId: Id.nullable(),
  OwnerName: PersonName.nullable(),
  DueDate: Instant,
  /** Business day on which the task is due. */
  DueDay: z.string(),
  SnoozedUntil: z.string().nullable(),
  FollowUpDate: z.string().nullable(),
  Bucket: TaskBucket,
  Source: TaskSource,
  RelatedType: z.string().nullable(),
  RelatedId: z.string().nullable(),
  Because: TaskReason.nullable(),
  Logs: z.int(),
  LastLogAt: Instant.nullable(),
  CompletedAt: Instant.nullable(),
  CompletedByName: PersonName.nullable(),
  CreatedByName: PersonName.nullable(),
  CreatedAt: Instant,
  Version,
  Customer: TaskCustomer.nullable(),
  CustomValues,
})
export type Task = z.infer<typeof Task>

export const LogContactType = z.enum(['Email', 'SMS', 'WhatsApp', 'Call', 'Mail', 'N/A'])
export type LogContactType = z.infer<typeof LogContactType>
export const LogStatus = z.enum(['Active', 'Inactive', 'Completed'])

export const ProgressLog = z.strictObject({
  ProgressLogId: Id,
  TaskId: Id,
  Name: z.string().nullable(),
  ContactType: LogContactType,
  Description: z.string(),
  FollowUpDate: z.string(),
  Status: z.enum([...LogStatus.options, 'Deleted']),
  UpdatedByStaffName: PersonName.nullable(),
  CreatedAt: Instant,
  UpdatedAt: Instant,
  Version,
})
export type ProgressLog = z.infer<typeof ProgressLog>

/** A task with its progress logs and the caller's permissions. */
export const TaskView = Task.extend({
  TaskProgressLog: z.array(ProgressLog),
  May: z.strictObject({ Complete: YN, Due: YN, Outlet: YN, Delete: YN }),
  /** Sales credited to the task, less returns; a sale is credited within the configured days after a contact. */
  Credits: z.array(
    z.strictObject({
      TransactionId: Id,
      InvoiceNo: z.string(),
      BusinessDate: z.string(),
      Amount: Decimal,
      StaffName: PersonName.nullable(),
    }),
  ),
})
export type TaskView = z.infer<typeof TaskView>

const path = '/task/tasks'
const about = ['task'] as const
const byId = z.strictObject({ TaskId: Id })
const named = namedRows(row('task', 'TaskId', 'own outlet'))
/** Roles that can create tasks; all staff work on the tasks of their outlet. */
const creatorAccess = { role: ['Tasks', 'Customer'] }

/** Due date in local time unless it has a time zone; a day without a time means 10:00, when outlets open. */
const DueDate = z.union([InstantInput, DateOnly.transform((day) => `${day}T10:00:00`)])

export const listTasks = read({
  path: `${path}/find-all`,
  access: 'staff',
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about,
  summary: 'Lists tasks of the caller’s outlet (HQ: all, or of one outlet), the next one due first',
  body: pageQuery(
    {
      Status: z.union([TaskStatus, z.array(TaskStatus).min(1)]),
      SSOBuildingId: Id,
      OutletCode: upperCaseFilter,
      CustomerId: Id,
      GroupCode: upperCaseFilter,
      Priority,
      Source: TaskSource,
      Bucket: z.union([TaskBucket, z.array(TaskBucket).min(1)]),
      OwnerStaffId: Id,
      /** Y limits the list to tasks of the caller and tasks without an owner. */
      MineYN: YN,
      Name: filterText,
      /** Name or membership number of the task's customer. */
      Customer: filterText,
      DueFrom: DateOnly,
      DueTo: DateOnly,
      RelatedType: filterText,
      RelatedId: filterText,
      CustomValues: CustomFilters,
    },
    { rows: 5, sort: ['DueDate', 'Name', 'Status', 'Priority', 'CreatedAt', 'OutletCode'], whole: true },
  ),
  reply: pageReply(Task),
})

export const getTask = read({
  path: `${path}/find-one`,
  access: 'staff',
  scope: named,
  summary: 'Returns one task with its progress logs and the caller’s permissions',
  body: byId,
  reply: TaskView,
})

export const addTask = change({
  path: `${path}/add`,
  access: creatorAccess,
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['task', 'customer'],
  summary: 'Creates a task for the caller’s outlet (HQ: for any)',
  status: 201,
  idempotent: true,
  ignored: {
    ...ignoreFields('The server determines it', 'CreatedAt'),
    ...ignoreFields('It is named by CustomerId', 'Customer'),
    ...ignoreFields('Progress logs have calls of their own', 'TaskProgressLog'),
  },
  body: z.strictObject({
    Name: text(100),
    Description: optionalField(longText(1000)),
    GroupCode: optionalField(codeText(10)),
    Priority: Priority.default('Normal'),
    Status: z.enum(['To Do', 'In Progress']).default('To Do'),
    CustomerId: Id.optional(),
    /** Id of the building; default: the caller’s building. */
    SSOBuildingId: Id.optional(),
    /** Y: uses the customer's outlet, for requests of head office without a building. */
    CustomersOutletYN: YN.optional(),
    OwnerStaffId: Id.nullable().optional(),
    DueDate,
    CustomValues: CustomValuesInput.optional(),
  }),
  reply: TaskView,
})

export const updateTask = change({
  path: `${path}/update`,
  access: 'worker',
  scope: named,
  about,
  summary:
    'Changes the fields that are sent. Only head office changes outlet and due date and sets Completed; a stale Version is rejected',
  ignored: {
    ...ignoreFields('The server determines it', 'CreatedAt'),
    ...ignoreFields('It is named by CustomerId', 'Customer'),
    ...ignoreFields('Progress logs have calls of their own', 'TaskProgressLog'),
  },
  body: z.strictObject({
    TaskId: Id,
    Version: Version.optional(),
    Status: TaskStatus.optional(),
    SSOBuildingId: Id.optional(),
    DueDate: DueDate.optional(),
    OwnerStaffId: Id.nullable().optional(),
    Priority: Priority.optional(),
    /** Day until which the task is postponed; null makes the task due again at once. */
    SnoozedUntil: DateOnly.nullable().optional(),
    Name: text(100).optional(),
    Description: optionalField(longText(1000)),
    GroupCode: optionalField(codeText(10)),
    CustomValues: CustomValuesInput.optional(),
  }),
  reply: TaskView,
})

export const deleteTask = change({
  path: `${path}/delete`,
  access: { role: 'Tasks' },
  scope: named,
  summary: 'Marks a task as Deleted; staff of an outlet may delete tasks that they created',
  body: byId,
  reply: TaskView,
})

export const restoreTask = change({
  path: `${path}/restore`,
  access: { role: 'Tasks' },
  scope: named,
  summary: 'Undoes a delete within 30 seconds',
  body: byId,
  reply: TaskView,
})

/** Number of tasks in each group of the daily view. */
export const DayCounts = z.strictObject({
  Overdue: z.int(),
  Today: z.int(),
  FollowUp: z.int(),
  Later: z.int(),
  /** Number of tasks that were completed today. */
  DoneToday: z.int(),
})

export const getTaskDay = read({
  path: `${path}/my-day`,
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about,
  summary: 'Counts the tasks of the caller’s outlet that are overdue, due today, to be followed up and due later',
  body: z.strictObject({ MineYN: YN.default('N') }),
  reply: DayCounts,
})
