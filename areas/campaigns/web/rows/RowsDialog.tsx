import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { type Addition, addRows } from '../../contract.ts'
import { openCampaigns } from '../choices.ts'

type Props = { info: ListExportInfo; onClose: () => void; onSent: (sent: Addition) => void }

/** To which campaign, and where some are ticked, whether only these. */
export function RowsDialog({ info, onClose, onSent }: Props) {
  const t = useT()
  const { selection, total } = info
  const ticked = selection.all ? [] : [...selection.keys]
  const some = ticked.length > 0
  return (
    <FormDialog
      area="campaigns"
      title={t('campaigns:rows.title', { list: info.label })}
      open
      onClose={onClose}
      call={addRows}
      fixed={{
        Path: info.list.path,
        Title: info.label,
        Input: info.input,
        ...(some && { KeyField: info.rowKey, Keys: ticked }),
      }}
      initial={{ Scope: some ? 'Selected' : 'All', ExcludeYN: 'N' }}
      note={t('campaigns:rows.note', { count: total, rows: formatPoints(total) })}
      fields={[
        { name: 'CampaignCode', label: 'campaigns:screens.one', choices: openCampaigns },
        ...(some ? (['Scope'] as const) : []),
        { name: 'ExcludeYN', help: 'campaigns:help.ExcludeYN' },
      ]}
      submit="campaigns:rows.submit"
      failed="campaigns:failed.addRows"
      onDone={onSent}
    />
  )
}
