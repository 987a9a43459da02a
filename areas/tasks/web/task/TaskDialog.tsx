import { Button, Modal } from 'antd'
import { ChevronLeftIcon, ChevronRightIcon, HistoryIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useCustomFieldFacts } from '#areas/custom-fields/web/index.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, EntryList, ListEntry, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getTask, type TaskView } from '../../contract/tasks.ts'
import { TaskContactBar } from '../contact/ContactBar.tsx'
import { formatDueDay, formatTaskReason, translateTaskName } from '../words.ts'
import { TaskActions } from './TaskActs.tsx'
import { TaskFiles } from './TaskFiles.tsx'
import { TaskProgressLogs } from './TaskLogs.tsx'
import { TaskTags } from './TaskTags.tsx'
import { useTaskDialog } from './useTaskDialog.ts'

/** Dialog of the task that the URL names, with customer, details, files and progress logs. */
export function TaskDialog() {
  const t = useT()
  const { TaskId, next, previous, place, close } = useTaskDialog()
  useShortcut('j', 'kit:walk.next', () => next?.(), { enabled: next !== undefined, inDialog: true })
  useShortcut('k', 'kit:walk.previous', () => previous?.(), { enabled: previous !== undefined, inDialog: true })
  return (
    <Modal
      open={TaskId !== undefined}
      title={t('tasks:dialog')}
      width={1040}
      style={{ top: 32 }}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        place ? (
          <Row justify="spread">
            <Button
              icon={<ChevronLeftIcon aria-hidden className="carat-mirrored" />}
              aria-keyshortcuts="K"
              disabled={!previous}
              onClick={previous}
            >
              {t('kit:walk.previous')}
            </Button>
            <Muted role="status">{t('kit:walk.place', { place: place.at, total: place.of })}</Muted>
            <Button
              icon={<ChevronRightIcon aria-hidden className="carat-mirrored" />}
              iconPlacement="end"
              aria-keyshortcuts="J"
              disabled={!next}
              onClick={next}
            >
              {t('kit:walk.next')}
            </Button>
          </Row>
        ) : null
      }
    >
      {TaskId !== undefined && <TaskContent key={TaskId} TaskId={TaskId} next={next} close={close} />}
    </Modal>
  )
}

type TaskContentProps = { TaskId: number; next: (() => void) | undefined; close: () => void }

function TaskContent({ TaskId, next, close }: TaskContentProps) {
  const t = useT()
  const { data: task, error, refetch } = useRead(getTask, { TaskId })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!task) return <LoadingState rows={8} />
  const isOpen = task.Status === 'To Do' || task.Status === 'In Progress'
  return (
    <Stack gap="l">
      <Stack gap="m">
        <h3 className="carat-record-name">{translateTaskName(t, task)}</h3>
        <TaskTags task={task} />
        <TaskActions task={task} inDialog onChanged={next ?? close} />
      </Stack>
      <Columns least={340} gap="xl">
        <Stack>
          <TaskCustomerSection task={task} />
          <TaskDetails task={task} />
          <TaskFiles TaskId={TaskId} writable={isOpen} />
        </Stack>
        <TaskProgressLogs task={task} writable={isOpen} next={next} />
      </Columns>
    </Stack>
  )
}

function TaskCustomerSection({ task }: { task: TaskView }) {
  const t = useT()
  const labels = useLabels('tasks')
  const { has } = useSession()
  const { Customer } = task
  if (!Customer) return null
  const name = <bdi>{formatPersonName(Customer.FullName)}</bdi>
  return (
    <PageSection title={t('tasks:about')}>
      <Stack gap="m">
        <TaskContactBar task={task} customer={Customer} />
        <LabelledFacts
          items={[
            {
              label: labels.field('FullName'),
              value: has('Customer') ? <Link to={customerPath(Customer)}>{name}</Link> : name,
            },
            { label: labels.field('MembershipNo'), value: Customer.MembershipNo, copy: Customer.MembershipNo },
            { label: labels.field('IdNo'), value: Customer.IdNo },
            { label: labels.field('ContactNo'), value: Customer.ContactNo, copy: Customer.ContactNo },
            { label: labels.field('Email'), value: Customer.Email, copy: Customer.Email, wide: true },
            Customer.RecommendMembershipNo !== null && {
              label: labels.field('RecommendMembershipNo'),
              value: Customer.RecommendMembershipNo,
            },
          ]}
        />
      </Stack>
    </PageSection>
  )
}

function TaskDetails({ task }: { task: TaskView }) {
  const t = useT()
  const labels = useLabels('tasks')
  const customFacts = useCustomFieldFacts('Task', task.CustomValues)
  const because = formatTaskReason(t, task.Because)
  return (
    <PageSection title={t('tasks:details')}>
      <Stack gap="m">
        {task.Description && <p className="tasks-words">{task.Description}</p>}
        {because && (
          <Muted as="p">
            <HistoryIcon aria-hidden className="tasks-icon" /> {because}
          </Muted>
        )}
        <LabelledFacts
          items={[
            { label: labels.field('OutletName'), value: task.OutletName },
            { label: labels.field('DueDate'), value: formatDueDay(task) },
            {
              label: labels.field('OwnerStaffId'),
              value: task.OwnerName && <bdi>{formatPersonName(task.OwnerName)}</bdi>,
            },
            { label: labels.field('GroupCode'), value: task.GroupName },
            { label: labels.field('Source'), value: labels.value('Source', task.Source) },
            task.FollowUpDate !== null && {
              label: labels.field('FollowUpDate'),
              value: formatDate(task.FollowUpDate),
            },
            task.CompletedAt !== null && {
              label: labels.field('CompletedAt'),
              value: [formatInstant(task.CompletedAt), task.CompletedByName && formatPersonName(task.CompletedByName)]
                .filter(Boolean)
                .join(' · '),
            },
            ...customFacts,
          ]}
        />
        {task.Credits.length > 0 && (
          <>
            <h3 className="carat-part">{t('tasks:credits')}</h3>
            <EntryList>
              {task.Credits.map((credit) => (
                <ListEntry key={credit.TransactionId} side={<MoneyText amount={credit.Amount} />}>
                  <Link to={salePath({ InvoiceNo: credit.InvoiceNo, TransactionType: 'N' })}>{credit.InvoiceNo}</Link>
                  <Muted as="div">
                    {formatDate(credit.BusinessDate)}
                    {credit.StaffName && (
                      <>
                        {' · '}
                        <bdi>{formatPersonName(credit.StaffName)}</bdi>
                      </>
                    )}
                  </Muted>
                </ListEntry>
              ))}
            </EntryList>
          </>
        )}
      </Stack>
    </PageSection>
  )
}
