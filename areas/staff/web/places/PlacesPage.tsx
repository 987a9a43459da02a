import { Select } from 'antd'
import { useState } from 'react'
import { HQ_CODE } from '#kit/contract/scope.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { addBuilding, BuildingTypeId, PlaceStatus, updateBuilding } from '../../contract/places.ts'
import { type Building, type ListedBuilding, listBuildings } from '../../contract.ts'
import { DepartmentsList } from './Departments.tsx'

/** Page of outlets and departments; users can only deactivate them, because past sales and staff refer to them. */
export function OutletsAndDepartmentsPage() {
  const t = useT()
  const labels = useLabels('staff')
  const { may } = useSession()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Building>()
  useRegisterAddAction(() => setAdding(true))
  const columns: Column<ListedBuilding>[] = [
    'Code',
    'Name',
    {
      field: 'BuildingTypeId',
      as: 'text',
      render: (building) => labels.value('BuildingTypeId', building.BuildingTypeId),
    },
    'Phone',
    'Status',
  ]
  const type = { name: 'BuildingTypeId' as const, control: (props: ControlProps) => <TypeSelect {...props} /> }
  return (
    <Stack>
      <PageSection title={t('staff:building.title')}>
        <ResourceTable
          area="staff"
          list={listBuildings}
          label={t('staff:building.title')}
          rowKey="BuildingId"
          columns={columns}
          rows={20}
          search={{ Code: 'capitals', Name: 'text', Status: PlaceStatus.options }}
          {...(may('Manage Settings') && {
            actions: (building: ListedBuilding) => [{ label: t('kit:verbs.edit'), run: () => setEdited(building) }],
          })}
        />
      </PageSection>
      <DepartmentsList />
      <FormDialog
        area="staff"
        title={t('staff:screens.addBuilding')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addBuilding}
        initial={{ BuildingTypeId: 4 }}
        fields={[{ name: 'Code', help: 'staff:building.codeHelp' }, 'Name', type, 'Phone']}
        done="staff:building.added"
        failed="staff:building.addFailed"
      />
      <FormDialog
        area="staff"
        title={edited ? t('staff:building.edit', { code: edited.Code }) : ''}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateBuilding}
        initial={edited}
        fields={[
          'Name',
          type,
          'Phone',
          { name: 'Status', locked: edited?.Code === HQ_CODE && t('staff:building.headOfficeStays') },
        ]}
        done="staff:building.updated"
        failed="staff:building.updateFailed"
      />
    </Stack>
  )
}

/** Select control for the types of a building; a type has a number and a name. */
function TypeSelect({ value, ...selectProps }: ControlProps) {
  const labels = useLabels('staff')
  const { minValue, maxValue } = BuildingTypeId
  const numbers = Array.from({ length: maxValue! - minValue! + 1 }, (_, index) => minValue! + index)
  return (
    <Select<number>
      {...selectProps}
      value={typeof value === 'number' ? value : null}
      options={numbers.map((number) => ({ value: number, label: labels.value('BuildingTypeId', number) }))}
    />
  )
}
