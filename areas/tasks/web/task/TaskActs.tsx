import { Button, Dropdown } from 'antd'
import {
  AlarmClockIcon,
  CircleCheckIcon,
  PencilIcon,
  PlayIcon,
  RotateCcwIcon,
  Trash2Icon,
  UserCheckIcon,
} from 'lucide-react'
import { useState } from 'react'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import { businessDate, formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { deleteTask, restoreTask, type TaskView, updateTask } from '../../contract/tasks.ts'
import { translateTaskName } from '../words.ts'
import { EditTaskDialog } from './EditTask.tsx'

const SNOOZES = [1, 3, 7, 14] as const

export const businessDateInDays = (days: number) =>
  new Date(Date.parse(`${businessDate()}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

type Props = { task: TaskView; inDialog?: boolean; onChanged?: (() => void) | undefined }

/** Buttons for the actions on a task, which also have keyboard shortcuts. */
export function TaskActions({ task, inDialog = false, onChanged }: Props) {
  const t = useT()
  const { user } = useSession()
  const [editing, setEditing] = useState(false)
  const update = useCall(updateTask, { done: 'tasks:updated', failed: 'tasks:failed.update' })
  const remove = useCall(deleteTask, {
    done: 'tasks:deleted',
    failed: 'tasks:failed.delete',
    undo: ({ TaskId }) => call(restoreTask, { TaskId }),
    onDone: () => onChanged?.(),
  })
  const { TaskId } = task
  // A change on this page returns a newer version than that of the loaded task.
  const Version = Math.max(task.Version, update.data?.Version ?? 0)
  const isOpen = task.Status === 'To Do' || task.Status === 'In Progress'
  const mayComplete = task.May.Complete === 'Y'
  const isOwner = user.staff?.id === task.OwnerStaffId
  const start = () =>
    update.mutate({ TaskId, Version, Status: task.Status === 'In Progress' ? 'To Do' : 'In Progress' })
  const complete = () =>
    update.mutate(
      { TaskId, Version, Status: isOpen ? 'Completed' : 'In Progress' },
      { onSuccess: () => isOpen && onChanged?.() },
    )
  const take = () => update.mutate({ TaskId, Version, OwnerStaffId: isOwner ? null : (user.staff?.id ?? null) })
  const snooze = (days: number) => update.mutate({ TaskId, Version, SnoozedUntil: businessDateInDays(days) })
  useShortcut('i', 'tasks:act.start', start, { enabled: isOpen, inDialog })
  useShortcut('x', 'tasks:act.complete', complete, { enabled: isOpen && mayComplete, inDialog })
  useShortcut('t', 'tasks:act.take', take, { enabled: isOpen, inDialog })
  useShortcut('s', 'tasks:act.snoozeTomorrow', () => snooze(1), { enabled: isOpen, inDialog })
  return (
    <Row className="carat-unprinted">
      {isOpen && (
        <Button
          icon={task.Status === 'To Do' ? <PlayIcon aria-hidden /> : <RotateCcwIcon aria-hidden />}
          aria-keyshortcuts="I"
          loading={update.isPending}
          onClick={start}
        >
          {t(task.Status === 'To Do' ? 'tasks:act.start' : 'tasks:act.backToDo')}
        </Button>
      )}
      {(isOpen || mayComplete) && (
        <ReasonedButton
          icon={isOpen ? <CircleCheckIcon aria-hidden /> : <RotateCcwIcon aria-hidden />}
          aria-keyshortcuts="X"
          reason={!mayComplete && t('tasks:act.completeByHeadOffice')}
          onClick={complete}
        >
          {t(isOpen ? 'tasks:act.complete' : 'tasks:act.reopen')}
        </ReasonedButton>
      )}
      {isOpen && (
        <Button icon={<UserCheckIcon aria-hidden />} aria-keyshortcuts="T" onClick={take}>
          {t(isOwner ? 'tasks:act.giveUp' : 'tasks:act.take')}
        </Button>
      )}
      {isOpen && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...SNOOZES.map((days) => ({ key: `${days}`, label: t('tasks:act.snoozeFor', { count: days }) })),
              ...(task.SnoozedUntil ? [{ key: '0', label: t('tasks:act.wake') }] : []),
            ],
            onClick: ({ key }) =>
              key === '0' ? update.mutate({ TaskId, Version, SnoozedUntil: null }) : snooze(Number(key)),
          }}
        >
          <Button icon={<AlarmClockIcon aria-hidden />} aria-keyshortcuts="S">
            {task.SnoozedUntil
              ? t('tasks:act.snoozedUntil', { date: formatDate(task.SnoozedUntil) })
              : t('tasks:act.snooze')}
          </Button>
        </Dropdown>
      )}
      <Button icon={<PencilIcon aria-hidden />} onClick={() => setEditing(true)}>
        {t('kit:verbs.edit')}
      </Button>
      {task.May.Delete === 'Y' && (
        <ConfirmAction
          label={t('kit:verbs.delete')}
          icon={<Trash2Icon aria-hidden />}
          title={t('tasks:deleteQuestion', { name: translateTaskName(t, task) })}
          ok={t('kit:verbs.delete')}
          danger
          run={() => remove.mutateAsync({ TaskId })}
        />
      )}
      <EditTaskDialog task={task} open={editing} onClose={() => setEditing(false)} />
    </Row>
  )
}
