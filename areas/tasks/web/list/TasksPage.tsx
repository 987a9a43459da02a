import { AlarmClockIcon, CircleCheckIcon, PlayIcon, Trash2Icon, UserCheckIcon } from 'lucide-react'
import { useCustomFieldColumns, useCustomFieldFilters } from '#areas/custom-fields/web/index.ts'
import { formatPersonName, shortenPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import type { BulkAction } from '#kit/web/table/bulk.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import type { PageView } from '#kit/web/table/ViewTabs.tsx'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import { taskGroups } from '../../contract/records.ts'
import {
  deleteTask,
  listTasks,
  Priority,
  restoreTask,
  type Task,
  TaskBucket,
  TaskSource,
  TaskStatus,
  updateTask,
} from '../../contract/tasks.ts'
import { AddTaskDialog } from '../task/AddTask.tsx'
import { TaskOwnerPicker } from '../task/EditTask.tsx'
import { businessDateInDays } from '../task/TaskActs.tsx'
import { TaskDialog } from '../task/TaskDialog.tsx'
import { TaskDueTag, TaskStatusTag } from '../task/TaskTags.tsx'
import { useTaskDialog } from '../task/useTaskDialog.ts'
import { formatDueDay, translateTaskName } from '../words.ts'

const views: readonly PageView[] = [
  { label: 'tasks:views.today', filters: { Bucket: 'Today' } },
  { label: 'tasks:views.overdue', filters: { Bucket: 'Overdue' } },
  { label: 'tasks:views.followUp', filters: { Bucket: 'Follow-up' } },
  { label: 'tasks:views.later', filters: { Bucket: 'Later' } },
  { label: 'tasks:views.done', filters: { Bucket: 'Done' } },
]

const findGroupChoices = async () => {
  const { rows } = await call(taskGroups.list, { Rows: 100, Search: { Status: 'Active' } })
  return rows.map(({ Code, Name, Description }) => ({ value: Code, label: Name ?? Description }))
}

/** Lists the tasks of the user's outlet, or for head office those of all outlets. */
export function TasksPage() {
  const t = useT()
  const labels = useLabels('tasks')
  const { isHQ } = useSession()
  const customColumns: readonly Column<Task>[] = useCustomFieldColumns('Task') as never
  const customSearch = useCustomFieldFilters('Task')
  const adding = useRecordDialog(listTasks, 'TaskId')
  const { linkTo } = useTaskDialog()
  const bulk = useBulk()
  useRegisterAddAction(adding.add)
  return (
    <>
      <ResourceTable
        area="tasks"
        list={listTasks}
        label={t('tasks:screens.tasks')}
        rowKey="TaskId"
        rows={20}
        rowLink={linkTo}
        rowName={(task) => translateTaskName(t, task)}
        columns={[
          {
            field: 'Name',
            second: 'Customer.FullName',
            render: (task) => (
              <TwoLineCell second={task.Customer && <bdi>{shortenPersonName(task.Customer.FullName)}</bdi>}>
                {translateTaskName(t, task)}
              </TwoLineCell>
            ),
            phone: (task) => (
              <span className="carat-two-lines">
                <span>{translateTaskName(t, task)}</span>
                {task.Customer && <Muted as="bdi">{shortenPersonName(task.Customer.FullName)}</Muted>}
              </span>
            ),
          },
          {
            field: 'DueDate',
            render: (task) => (task.Status === 'Completed' ? formatDueDay(task) : <TaskDueTag task={task} />),
          },
          { field: 'Status', render: (task) => <TaskStatusTag status={task.Status} /> },
          {
            field: 'OwnerName',
            render: ({ OwnerName }) => OwnerName && <bdi>{formatPersonName(OwnerName)}</bdi>,
          },
          ...(isHQ ? (['OutletCode'] as const) : []),
          { field: 'Priority', render: (task) => <PriorityWord task={task} /> },
        ]}
        optional={[
          'GroupName',
          'Source',
          'FollowUpDate',
          'SnoozedUntil',
          'Logs',
          'LastLogAt',
          'Customer.MembershipNo',
          'Customer.ContactNo',
          'CreatedByName',
          'CreatedAt',
          'CompletedAt',
          ...customColumns,
        ]}
        views={views}
        search={{
          Name: 'text',
          Status: TaskStatus.options,
          Bucket: TaskBucket.options,
          OutletCode: 'outlet',
          MineYN: 'yes-no',
          Customer: 'text',
          Priority: Priority.options,
          GroupCode: { choices: findGroupChoices },
          Source: TaskSource.options,
          DueFrom: { until: 'DueTo' },
          ...customSearch,
        }}
        bulk={bulk}
        empty={{ title: t('tasks:empty'), hint: t('tasks:emptyHint') }}
      />
      <TaskDialog />
      <AddTaskDialog open={adding.adding} onClose={adding.close} />
    </>
  )

  function PriorityWord({ task }: { task: Task }) {
    return task.Priority === 'Normal' ? null : <Row tight>{labels.value('Priority', task.Priority)}</Row>
  }
}

/** Returns the version of the task after the change, with which the user can undo the change. */
const versionAfter = (reply: unknown) => ({ Version: (reply as Task).Version })

/** Returns the bulk actions on the selected tasks. */
function useBulk(): readonly BulkAction<Task>[] {
  const t = useT()
  const { isHQ, user } = useSession()
  const refuseCompleted = ({ Status }: Task) => Status === 'Completed' && t('tasks:bulk.isDone')
  return [
    {
      label: t('tasks:act.start'),
      icon: <PlayIcon aria-hidden />,
      refuse: refuseCompleted,
      each: ({ TaskId, Version }) => call(updateTask, { TaskId, Version, Status: 'In Progress' }),
      undo: ({ TaskId, Status }, reply) =>
        call(updateTask, { TaskId, ...versionAfter(reply), Status: Status === 'To Do' ? 'To Do' : 'In Progress' }),
    },
    ...(isHQ
      ? [
          {
            label: t('tasks:act.complete'),
            icon: <CircleCheckIcon aria-hidden />,
            refuse: refuseCompleted,
            each: ({ TaskId, Version }: Task) => call(updateTask, { TaskId, Version, Status: 'Completed' }),
            undo: ({ TaskId, Status }: Task, reply: unknown) =>
              call(updateTask, {
                TaskId,
                ...versionAfter(reply),
                Status: Status === 'In Progress' ? 'In Progress' : 'To Do',
              }),
          },
        ]
      : []),
    {
      label: t('tasks:act.snoozeTomorrow'),
      icon: <AlarmClockIcon aria-hidden />,
      refuse: refuseCompleted,
      each: ({ TaskId, Version }) => call(updateTask, { TaskId, Version, SnoozedUntil: businessDateInDays(1) }),
      undo: ({ TaskId, SnoozedUntil }, reply) => call(updateTask, { TaskId, ...versionAfter(reply), SnoozedUntil }),
    },
    {
      label: t('tasks:bulk.give'),
      icon: <UserCheckIcon aria-hidden />,
      reason: {
        label: t('tasks:bulk.to'),
        maxLength: 20,
        required: true,
        control: ({ id, value, onChange }) => (
          <TaskOwnerPicker
            id={id}
            value={value ? Number(value) : null}
            outlet={isHQ ? undefined : user.building?.code}
            onChange={(staff) => onChange(typeof staff === 'number' ? `${staff}` : '')}
          />
        ),
      },
      each: ({ TaskId, Version }, staff) => call(updateTask, { TaskId, Version, OwnerStaffId: Number(staff) }),
      undo: ({ TaskId, OwnerStaffId }, reply) => call(updateTask, { TaskId, ...versionAfter(reply), OwnerStaffId }),
    },
    ...(isHQ
      ? [
          {
            label: t('kit:verbs.delete'),
            icon: <Trash2Icon aria-hidden />,
            danger: true,
            each: ({ TaskId }: Task) => call(deleteTask, { TaskId }),
            undo: ({ TaskId }: Task) => call(restoreTask, { TaskId }),
          },
        ]
      : []),
  ]
}
