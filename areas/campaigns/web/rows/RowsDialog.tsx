import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { addRowsToCampaign, type RowsAddition } from '../../contract.ts'
import { openCampaignChoices } from '../choices.ts'

type Props = { info: ListExportInfo; onClose: () => void; onSent: (addition: RowsAddition) => void }

/** Dialog that asks for the campaign and, if rows are selected, whether to add only the selected rows. */
export function AddRowsToCampaignDialog({ info, onClose, onSent }: Props) {
  const t = useT()
  const { selection, total } = info
  const selectedKeys = selection.all ? [] : [...selection.keys]
  const hasSelection = selectedKeys.length > 0
  return (
    <FormDialog
      area="campaigns"
      title={t('campaigns:rows.title', { list: info.label })}
      open
      onClose={onClose}
      call={addRowsToCampaign}
      fixed={{
        Path: info.list.path,
        Title: info.label,
        Input: info.input,
        ...(hasSelection && { KeyField: info.rowKey, Keys: selectedKeys }),
      }}
      initial={{ Scope: hasSelection ? 'Selected' : 'All', ExcludeYN: 'N' }}
      note={t('campaigns:rows.note', { count: total, rows: formatPoints(total) })}
      fields={[
        { name: 'CampaignCode', label: 'campaigns:screens.one', choices: openCampaignChoices },
        ...(hasSelection ? (['Scope'] as const) : []),
        { name: 'ExcludeYN', help: 'campaigns:help.ExcludeYN' },
      ]}
      submit="campaigns:rows.submit"
      failed="campaigns:failed.addRows"
      onDone={onSent}
    />
  )
}
