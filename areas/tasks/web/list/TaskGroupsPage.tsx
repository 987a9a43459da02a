import { SetupStatus } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'
import { taskGroups } from '../../contract/task-groups.ts'

// In this area the label of Name means the task's name, so groups use the common label.
const Name = { name: 'Name', label: 'kit:fields.Name' } as const
const fields = [Name, { name: 'Description', kind: 'multiline' }, 'Remarks', 'Status'] as const

/** Setup page for task groups. */
export function TaskGroupsPage() {
  const t = useT()
  return (
    <RecordPage
      area="tasks"
      record={taskGroups}
      words="tasks:taskGroup"
      heading="tasks:screens.taskGroups"
      adding="tasks:screens.taskGroupAdd"
      named="Code"
      columns={['Code', { field: 'Name', title: Name.label }, 'Description', 'Status']}
      optional={['Remarks', 'CreatedAt', 'UpdatedAt']}
      search={{
        Code: 'capitals',
        Name: { kind: 'text', label: Name.label },
        Description: 'text',
        Status: SetupStatus.options,
      }}
      fields={[{ name: 'Code', example: 'BIRTHDAY' }, ...fields]}
      changes={[{ name: 'Code', locked: t('tasks:taskGroup.codeStays') }, ...fields]}
    />
  )
}
