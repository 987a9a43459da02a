import { SetupStatus } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'
import { taskGroups } from '../../contract/task-groups.ts'

// In lists of tasks their name is the task; a group has a name of its own.
const Name = { name: 'Name', label: 'kit:fields.Name' } as const
const fields = [Name, { name: 'Description', kind: 'multiline' }, 'Remarks', 'Status'] as const

/** What tasks are about. */
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
