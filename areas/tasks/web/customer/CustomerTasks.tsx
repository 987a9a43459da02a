import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listTasks } from '../../contract/tasks.ts'
import { tasksPath } from '../../paths.ts'
import { AddTaskDialog } from '../task/AddTask.tsx'
import { TaskDueTag, TaskStatusTag } from '../task/TaskTags.tsx'
import { translateTaskName } from '../words.ts'

const VISIBLE_MAX = 5

/** Card with the latest tasks that concern a customer. */
export function CustomerTasksCard({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { has } = useSession()
  const [adding, setAdding] = useState(false)
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const { data, error, refetch } = useRead(listTasks, {
    Search: { CustomerId },
    Rows: VISIBLE_MAX,
    SortDirection: 'DESC',
  })
  if (!customer) return null
  return (
    <Card
      title={t('tasks:ofCustomer')}
      count={data?.count}
      extra={
        has(['Tasks', 'Customer']) && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('tasks:add')}
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={3} />
      ) : data.rows.length === 0 ? (
        <Muted as="p">{t('tasks:noneOfCustomer')}</Muted>
      ) : (
        <EntryList>
          {data.rows.map((task) => (
            <ListEntry key={task.TaskId} side={<TaskStatusTag status={task.Status} />}>
              {has('Tasks') ? (
                <Link to={tasksPath({ task: task.TaskId })}>{translateTaskName(t, task)}</Link>
              ) : (
                translateTaskName(t, task)
              )}
              <Muted as="div">
                <TaskDueTag task={task} />
              </Muted>
            </ListEntry>
          ))}
        </EntryList>
      )}
      <AddTaskDialog open={adding} onClose={() => setAdding(false)} customer={customer} />
    </Card>
  )
}
