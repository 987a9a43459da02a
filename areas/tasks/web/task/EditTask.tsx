import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { listBuildings, listStaffs } from '#areas/staff/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { taskGroups } from '../../contract/records.ts'
import { type TaskView, updateTask } from '../../contract/tasks.ts'

type ControlledProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void; onBlur?: () => void }

/** Select control for an active task group. */
export const TaskGroupPicker = ({
  value,
  onChange,
  ...rest
}: ControlledProps & { known?: string | null | undefined }) => (
  <RecordPicker
    {...rest}
    name="task groups"
    allowClear
    value={typeof value === 'string' ? value : null}
    chosen={typeof value === 'string' ? { value, label: rest.known ?? value } : undefined}
    find={async (typed) => {
      const { rows } = await call(taskGroups.list, { Rows: 20, Search: { Status: 'Active', Code: typed } })
      return rows.map(({ Code, Name, Description }) => ({ value: Code, label: Name ?? Description, hint: Code }))
    }}
    onChange={(code) => onChange?.(code)}
  />
)

type OwnerProps = ControlledProps & { outlet: string | undefined; known?: string | null | undefined }

/** Select control for the owner of a task, who works at the task's outlet. */
export const TaskOwnerPicker = ({ value, onChange, outlet, known, ...rest }: OwnerProps) => (
  <RecordPicker
    {...rest}
    name={`task owners ${outlet}`}
    allowClear
    value={typeof value === 'number' ? `${value}` : null}
    chosen={typeof value === 'number' && known ? { value: `${value}`, label: formatPersonName(known) } : undefined}
    find={async (typed) => {
      const { rows } = await call(listStaffs, {
        Rows: 20,
        Search: { Q: typed, Status: 'Active', ...(outlet && { BuildingCode: outlet }) },
      })
      return rows.map(({ StaffId, FullName }) => ({ value: `${StaffId}`, label: formatPersonName(FullName) }))
    }}
    onChange={(id) => onChange?.(id === null ? null : Number(id))}
  />
)

/** Numbers of the building types to which a task can belong: outlets, service centres and head office. */
const BUILDING_TYPES = [1, 4, 5]

/** Select control for the outlet of a task, which only head office uses. */
export const TaskOutletPicker = ({
  value,
  onChange,
  known,
  ...rest
}: ControlledProps & { known?: string | undefined }) => (
  <RecordPicker
    {...rest}
    name="task outlets"
    value={typeof value === 'number' ? `${value}` : null}
    chosen={typeof value === 'number' && known ? { value: `${value}`, label: known } : undefined}
    find={async (typed) => {
      const { rows } = await call(listBuildings, {
        Rows: 20,
        Search: { Status: 'Active', building_type_id: BUILDING_TYPES, Name: typed },
      })
      return rows.map(({ BuildingId, Code, Name }) => ({ value: `${BuildingId}`, label: Name, hint: Code }))
    }}
    onChange={(id) => onChange?.(id === null ? undefined : Number(id))}
  />
)

/** Dialog to edit a task; fields that only head office can change are locked. */
export function EditTaskDialog({ task, open, onClose }: { task: TaskView; open: boolean; onClose: () => void }) {
  const t = useT()
  const customFields = useCustomFields('Task', task.CustomValues)
  const fields: FormField<typeof updateTask>[] = [
    { name: 'Name', wide: true },
    { name: 'Description', kind: 'multiline', wide: true },
    {
      name: 'DueDate',
      kind: 'date-time',
      locked: task.May.Due === 'N' && t('tasks:byHeadOffice'),
    },
    {
      name: 'SSOBuildingId',
      locked: task.May.Outlet === 'N' && t('tasks:byHeadOffice'),
      control: (props) => <TaskOutletPicker {...props} known={task.OutletName} />,
    },
    'Priority',
    {
      name: 'GroupCode',
      control: (props) => <TaskGroupPicker {...props} known={task.GroupName} />,
    },
    {
      name: 'OwnerStaffId',
      control: (props) => <TaskOwnerPicker {...props} outlet={task.OutletCode} known={task.OwnerName} />,
    },
    ...customFields,
  ]
  return (
    <FormDialog
      area="tasks"
      open={open}
      onClose={onClose}
      title={t('tasks:edit')}
      call={updateTask}
      columns={2}
      initial={task}
      fields={fields}
      done="tasks:updated"
      failed="tasks:failed.update"
    />
  )
}
