import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { listProvisionedGroups, type ProvisionedGroup, setRolesOfGroup } from '../contract.ts'

/** The groups of the identity provider. Head office chooses which roles their members have. */
export function ProvisionedGroupsPage() {
  const t = useT()
  const [edited, setEdited] = useState<ProvisionedGroup>()
  return (
    <>
      <ResourceTable
        area="provisioning"
        list={listProvisionedGroups}
        label={t('provisioning:screens.groups')}
        rowKey="GroupId"
        columns={[
          'Name',
          'Members',
          {
            field: 'Roles',
            render: ({ Roles }) => (Roles.length > 0 ? Roles.join(', ') : t('provisioning:groups.noRoles')),
          },
          'UpdatedAt',
        ]}
        search={{ Name: 'text' }}
        rowName={({ Name }) => Name}
        actions={(group) => [{ label: t('provisioning:groups.setRoles'), run: () => setEdited(group) }]}
        empty={{ title: t('provisioning:groups.empty'), hint: t('provisioning:groups.emptyHint') }}
      />
      <FormDialog
        area="provisioning"
        title={t('provisioning:groups.rolesOf', { name: edited?.Name ?? '' })}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={setRolesOfGroup}
        initial={edited}
        fields={[{ name: 'Roles', help: 'provisioning:groups.rolesHelp' }]}
        done="provisioning:groups.saved"
        failed="provisioning:groups.failed"
      />
    </>
  )
}
