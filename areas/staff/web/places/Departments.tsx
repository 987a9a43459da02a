import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import {
  addDepartment,
  type Department,
  listDepartments,
  PlaceStatus,
  updateDepartment,
} from '../../contract/places.ts'

/** Section of the outlets page with the departments. */
export function DepartmentsList() {
  const t = useT()
  const { may } = useSession()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Department>()
  const mayEdit = may('Manage Settings')
  return (
    <PageSection
      title={t('staff:department.title')}
      extra={mayEdit && <AddButton label={t('staff:department.add')} onClick={() => setAdding(true)} />}
    >
      <ResourceTable
        area="staff"
        name="departments"
        list={listDepartments}
        label={t('staff:department.title')}
        rowKey="DepartmentId"
        columns={['Code', 'Name', 'Status']}
        rows={20}
        search={{ Code: 'capitals', Name: 'text', Status: PlaceStatus.options }}
        {...(mayEdit && {
          actions: (department: Department) => [{ label: t('kit:verbs.edit'), run: () => setEdited(department) }],
        })}
      />
      <FormDialog
        area="staff"
        title={t('staff:department.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addDepartment}
        fields={['Code', 'Name']}
        done="staff:department.added"
        failed="staff:department.addFailed"
      />
      <FormDialog
        area="staff"
        title={edited ? t('staff:department.edit', { code: edited.Code }) : ''}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateDepartment}
        initial={edited}
        fields={['Name', 'Status']}
        done="staff:department.updated"
        failed="staff:department.updateFailed"
      />
    </PageSection>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button icon={<PlusIcon aria-hidden />} onClick={onClick}>
    {label}
  </Button>
)
