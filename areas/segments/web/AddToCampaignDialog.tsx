import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FieldSpec } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { addSegmentToCampaign } from '../contract.ts'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /** Record that the user cannot change in the dialog: the segment or the campaign. */
  fixed: { SegmentId: number } | { CampaignCode: string }
  /** Field with which the user selects the campaign or the segment. */
  first: FieldSpec<'SegmentId' | 'CampaignCode'>
  onDone?: (CampaignCode: string) => void
}

/** Dialog that adds a segment to a target list: once, as a live list, or as exclusions. */
export function AddToCampaignDialog({ title, open, onClose, fixed, first, onDone }: Props) {
  const t = useT()
  return (
    <FormDialog
      area="segments"
      title={title}
      open={open}
      onClose={onClose}
      call={addSegmentToCampaign}
      fixed={fixed}
      initial={{ ListAs: 'Snapshot' }}
      note={t('segments:toCampaign.note')}
      fields={[first, 'ListAs']}
      submit="segments:toCampaign.submit"
      headline={({ Added }, { ListAs }) =>
        t(ListAs === 'Excluded' ? 'segments:toCampaign.excluded' : 'segments:toCampaign.added', { count: Added })
      }
      failed="segments:failed.toCampaign"
      onDone={(_, { CampaignCode }) => onDone?.(CampaignCode)}
    />
  )
}
