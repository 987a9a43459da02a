import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { listUsers, type User } from '../../../access/contract/accounts.ts'
import { deleteStaff, restoreStaff } from '../../contract/people.ts'
import { Staff } from '../../contract.ts'
import { userPath } from '../../paths.ts'
import { useBuildingAndDepartmentChoices } from '../places/usePlaceChoices.ts'

const columns: Column<User>[] = [
  'FullName',
  'BuildingCode',
  { field: 'StaffType', as: 'value' },
  'Username',
  'AccountStatus',
  'RoleCount',
  'LastSignInAt',
  'Status',
]

/** Page that lists all staff with their accounts. */
export function UsersPage() {
  const t = useT()
  const { user } = useSession()
  const { buildings } = useBuildingAndDepartmentChoices()
  const remove = useCall(deleteStaff, {
    done: 'staff:person.deleted',
    failed: 'staff:person.deleteFailed',
    undo: ({ StaffId }) => call(restoreStaff, { StaffId }),
  })
  return (
    <ResourceTable
      area="staff"
      list={listUsers}
      label={t('staff:screens.users')}
      rowKey="StaffId"
      columns={columns}
      rowLink={({ StaffId, Status }) => (Status === 'Deleted' ? undefined : userPath({ StaffId }))}
      search={{
        Q: 'text',
        BuildingCode: { choices: buildings },
        StaffType: Staff.shape.StaffType.options,
        AccountStatus: ['Active', 'Disabled', 'None'],
        Status: Staff.shape.Status.options,
      }}
      actions={({ StaffId, FullName }) => [
        { label: t('kit:verbs.open'), to: userPath({ StaffId }) },
        {
          label: t('kit:verbs.delete'),
          danger: true,
          disabled: StaffId === user.staff?.id && t('staff:person.notYourself'),
          confirm: { title: t('staff:person.deleteQuestion', { name: FullName }), body: t('staff:person.deleteAbout') },
          run: () => remove.mutateAsync({ StaffId }),
        },
      ]}
    />
  )
}
