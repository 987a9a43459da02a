import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useHistory } from '#kit/web/RecordHistory.tsx'
import { type Column, ResourceTable } from '#kit/web/ResourceTable.tsx'
import { usePageAction } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import {
  addCardGroup,
  type CardGroup,
  deleteCardGroup,
  listCardGroups,
  restoreCardGroup,
  SetupRecordStatus,
  updateCardGroup,
} from '../../contract/card-groups.ts'
import { useSetupBulk } from '../useBulk.tsx'

const columns: Column<CardGroup>[] = ['Name', 'Description', 'Status', { field: 'CreatedAt', wideOnly: true }]

/** The programmes that cards belong to. */
export function CardGroupsPage() {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<CardGroup>()
  const history = useHistory('memberships', 'CardGroup')
  usePageAction(() => setAdding(true))
  const remove = useCall(deleteCardGroup, {
    done: 'memberships:cardGroup.deleted',
    failed: 'memberships:cardGroup.deleteFailed',
    refetch: [listCardGroups],
    undo: ({ GroupId }) => call(restoreCardGroup, { GroupId }),
  })
  const bulk = useSetupBulk<CardGroup>({
    update: ({ GroupId }, Version, Status) => call(updateCardGroup, { GroupId, Version, Status }),
    remove: ({ GroupId }) => call(deleteCardGroup, { GroupId }),
    restore: ({ GroupId }) => call(restoreCardGroup, { GroupId }),
  })

  return (
    <>
      <ResourceTable
        area="memberships"
        list={listCardGroups}
        label={t('memberships:screens.cardGroups')}
        rowKey="GroupId"
        columns={columns}
        optional={['UpdatedAt']}
        bulk={bulk}
        search={{ Name: 'text', Description: 'text', Status: SetupRecordStatus.options }}
        actions={(group) => [
          { label: t('memberships:actions.edit'), run: () => setEdited(group) },
          history.of(group.GroupId, group.Name),
          {
            label: t('memberships:actions.delete'),
            danger: true,
            confirm: t('memberships:cardGroup.deleteQuestion', { name: group.Name }),
            run: () => remove.mutateAsync({ GroupId: group.GroupId }),
          },
        ]}
        empty={{ title: t('memberships:cardGroup.empty'), hint: t('memberships:cardGroup.emptyHint') }}
      />
      {history.node}
      <FormDialog
        area="memberships"
        title={t('memberships:screens.cardGroupAdd')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addCardGroup}
        fields={['Name', { name: 'Description', kind: 'multiline' }, 'Status']}
        done="memberships:cardGroup.created"
        failed="memberships:cardGroup.createFailed"
        refetch={[listCardGroups]}
      />
      <FormDialog
        area="memberships"
        title={t('memberships:cardGroup.edit')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateCardGroup}
        initial={edited}
        fields={['Name', { name: 'Description', kind: 'multiline' }, 'Status']}
        done="memberships:cardGroup.updated"
        failed="memberships:cardGroup.updateFailed"
        refetch={[listCardGroups]}
      />
    </>
  )
}
