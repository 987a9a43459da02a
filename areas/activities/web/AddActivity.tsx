import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addActivity } from '../contract/activities.ts'
import { activityTypes } from '../contract/records.ts'

const TYPES_MAX = 1000

/** Returns the form fields of an activity, with the active types as choices. */
export function useActivityFields() {
  const types = useRead(activityTypes.list, { Search: { Status: 'Active' }, Rows: TYPES_MAX })
  const choices = (types.data?.rows ?? []).map(({ ActivityCode, Description }) => ({
    value: ActivityCode,
    label: Description,
  }))
  return [
    { name: 'ActivityCode', choices },
    { name: 'ActivityLog', kind: 'multiline' },
  ] as const
}

type Props = { CustomerId: number; open: boolean; onClose: () => void }

/** The dialog that records an activity with a customer. */
export function AddActivityDialog({ CustomerId, open, onClose }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="activities"
      title={t('activities:add')}
      open={open}
      onClose={onClose}
      call={addActivity}
      fixed={{ CustomerId }}
      fields={useActivityFields()}
      done="activities:created"
      failed="activities:createFailed"
    />
  )
}
