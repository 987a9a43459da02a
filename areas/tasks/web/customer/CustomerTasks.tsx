import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Entry, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listTasks } from '../../contract/tasks.ts'
import { tasksPath } from '../../paths.ts'
import { AddTask } from '../task/AddTask.tsx'
import { DueTag, TaskStatusTag } from '../task/TaskTags.tsx'
import { translateTaskName } from '../words.ts'

const VISIBLE_MAX = 5

/** Card with the latest tasks that concern a customer. */
export function CustomerTasks({ CustomerId }: { CustomerId: number }) {
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
        <Entries>
          {data.rows.map((task) => (
            <Entry key={task.TaskId} side={<TaskStatusTag status={task.Status} />}>
              {has('Tasks') ? (
                <Link to={tasksPath({ task: task.TaskId })}>{translateTaskName(t, task)}</Link>
              ) : (
                translateTaskName(t, task)
              )}
              <Muted as="div">
                <DueTag task={task} />
              </Muted>
            </Entry>
          ))}
        </Entries>
      )}
      <AddTask open={adding} onClose={() => setAdding(false)} customer={customer} />
    </Card>
  )
}
