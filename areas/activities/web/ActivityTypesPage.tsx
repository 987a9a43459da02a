import { SetupStatus } from '#kit/contract/record.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPage } from '#kit/web/RecordPage.tsx'
import { activityTypes } from '../contract/activity-types.ts'

const fields = [{ name: 'Description', kind: 'multiline' }, 'AutoSyncYN', 'Status'] as const

/** The setup page for activity types. */
export function ActivityTypesPage() {
  const t = useT()
  return (
    <RecordPage
      area="activities"
      record={activityTypes}
      words="activities:type"
      heading="activities:screens.types"
      adding="activities:screens.typeAdd"
      named="ActivityCode"
      columns={[{ field: 'ActivityCode', title: 'activities:type.code' }, 'Description', 'AutoSyncYN', 'Status']}
      optional={['CreatedAt', 'UpdatedAt']}
      search={{
        ActivityCode: { kind: 'capitals', label: 'activities:type.code' },
        Description: 'text',
        Status: SetupStatus.options,
      }}
      fields={[{ name: 'ActivityCode', label: 'activities:type.code', example: 'RING_CLEANING' }, ...fields]}
      changes={[
        { name: 'ActivityCode', label: 'activities:type.code', locked: t('activities:type.codeStays') },
        ...fields,
      ]}
    />
  )
}
