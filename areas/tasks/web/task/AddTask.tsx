import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps, FormField } from '#kit/web/form/fields.ts'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { addTask } from '../../contract/tasks.ts'
import { TaskGroupPicker, TaskOutletPicker, TaskOwnerPicker } from './EditTask.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Customer for whom the dialog creates the task. */
  customer?: { CustomerId: number; FullName: string } | undefined
  onDone?: (TaskId: number) => void
}

/** Dialog for a new task. */
export function AddTaskDialog({ open, onClose, customer, onDone }: Props) {
  const t = useT()
  const { user, isHQ } = useSession()
  const customFields = useCustomFields('Task')
  const fields: FormField<typeof addTask>[] = [
    { name: 'Name', wide: true, example: t('tasks:example') },
    { name: 'Description', kind: 'multiline', wide: true },
    { name: 'DueDate', kind: 'date-time' },
    'Priority',
    ...(isHQ
      ? [{ name: 'SSOBuildingId' as const, control: (props: ControlProps) => <TaskOutletPicker {...props} /> }]
      : []),
    { name: 'GroupCode', control: (props) => <TaskGroupPicker {...props} /> },
    {
      name: 'OwnerStaffId',
      control: (props) => <TaskOwnerPicker {...props} outlet={isHQ ? undefined : user.building?.code} />,
    },
    ...customFields,
  ]
  return (
    <FormDialog
      area="tasks"
      open={open}
      onClose={onClose}
      title={customer ? t('tasks:addFor', { name: formatPersonName(customer.FullName) }) : t('tasks:add')}
      call={addTask}
      columns={2}
      initial={{ DueDate: `${businessDate()}T18:00:00`, Priority: 'Normal' }}
      fixed={customer ? { CustomerId: customer.CustomerId } : {}}
      fields={fields}
      done="tasks:created"
      failed="tasks:failed.create"
      onDone={({ TaskId }) => onDone?.(TaskId)}
    />
  )
}
