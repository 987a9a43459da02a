import { Link, useLocation } from 'react-router'
import { shortenPersonName } from '#kit/contract/person.ts'
import { CardLines, NothingToDo } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { createPagerStates } from '#kit/web/table/pager-state.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listTasks } from '../../contract/tasks.ts'
import { tasksPath } from '../../paths.ts'
import { TaskDueTag, TaskStatusTag } from '../task/TaskTags.tsx'
import { translateTaskName } from '../words.ts'

const FRESH_MS = 60_000
const linkOf = ({ TaskId }: { TaskId: number }) => tasksPath({ task: TaskId })

/** Card with the user's due tasks, overdue ones first; the dialog of a task also opens the next and previous task. */
export function OwnTasksCard() {
  const t = useT()
  const { has } = useSession()
  const { pathname, search } = useLocation()
  const mayReadTasks = has('Tasks')
  const { data, error, refetch } = useRead(
    listTasks,
    { Search: { Status: ['To Do', 'In Progress'], Bucket: ['Overdue', 'Today', 'Follow-up'], MineYN: 'Y' }, Rows: 5 },
    { enabled: mayReadTasks, staleTime: FRESH_MS },
  )
  if (!mayReadTasks) return null
  const rows = data?.rows ?? []
  const stateOf = createPagerStates(rows, (row) => linkOf(row as { TaskId: number }), {
    list: listTasks.path,
    input: {},
    before: 0,
    total: rows.length,
    back: pathname + search,
  })
  return (
    <Card flush title={t('tasks:todo')} count={data?.count} extra={<Link to={tasksPath()}>{t('tasks:all')}</Link>}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={5} />
      ) : rows.length === 0 ? (
        <NothingToDo>{t('tasks:nothingDue')}</NothingToDo>
      ) : (
        <CardLines label={t('tasks:todo')}>
          {rows.map((task) => (
            <li key={task.TaskId}>
              <span className="carat-two-lines">
                <Link to={linkOf(task)} state={stateOf(linkOf(task))}>
                  {translateTaskName(t, task)}
                </Link>
                {/* The customer is on a line of its own, so that all tasks have the same layout. */}
                {task.Customer && <Muted as="bdi">{shortenPersonName(task.Customer.FullName)}</Muted>}
                <Muted>
                  <TaskDueTag task={task} />
                </Muted>
              </span>
              <TaskStatusTag status={task.Status} />
            </li>
          ))}
        </CardLines>
      )}
    </Card>
  )
}
