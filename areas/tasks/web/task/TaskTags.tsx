import { ClockIcon, FlagIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import '../tasks.css'
import type { Task } from '../../contract/tasks.ts'
import { formatTaskDue } from '../words.ts'

/** To Do is blue and In Progress is yellow, as specified. */
export const TaskStatusTag = ({ status, quiet }: { status: Task['Status']; quiet?: boolean }) => (
  <StatusTag
    area="tasks"
    status={status}
    {...(quiet && { quiet })}
    {...(status === 'To Do' && { like: 'New' as const })}
  />
)

/** Shows the due day of a task; the day of an overdue task is highlighted. */
export function TaskDueTag({ task }: { task: Pick<Task, 'Bucket' | 'DueDay'> }) {
  const t = useT()
  return (
    <span className={task.Bucket === 'Overdue' ? 'carat-bad carat-nowrap' : 'carat-nowrap'}>
      <ClockIcon aria-hidden className="tasks-icon" /> {formatTaskDue(t, task)}
    </span>
  )
}

/** Shows status, due day, high priority and group of a task in one line. */
export function TaskTags({ task }: { task: Task }) {
  const labels = useLabels('tasks')
  return (
    <Row gap="m">
      <TaskStatusTag status={task.Status} />
      {task.Status !== 'Completed' && <TaskDueTag task={task} />}
      {task.Priority === 'High' && (
        <span className="carat-nowrap">
          <FlagIcon aria-hidden className="tasks-icon" /> {labels.value('Priority', 'High')}
        </span>
      )}
      {task.GroupName && <Muted>{task.GroupName}</Muted>}
    </Row>
  )
}
