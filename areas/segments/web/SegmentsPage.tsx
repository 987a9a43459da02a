import { PencilIcon } from 'lucide-react'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteSegment, listSegments, restoreSegment, Segment } from '../contract.ts'
import { segmentPath } from '../paths.ts'
import { ConditionsSentence } from './builder/Sentence.tsx'
import { useSegmentFields } from './builder/useFields.ts'

/** Page that lists segments, with their conditions in words. */
export function SegmentsPage() {
  const t = useT()
  const { byName } = useSegmentFields()
  const history = useHistoryRowAction('segments', 'Segment')
  const remove = useCall(deleteSegment, {
    headline: ({ Name }) => t('kit:headlines.deleted', { name: Name }),
    failed: 'segments:failed.delete',
    undo: ({ SegmentId }) => call(restoreSegment, { SegmentId }),
  })
  const columns: Column<Segment>[] = [
    { field: 'Name', second: 'Description' },
    {
      field: 'Conditions',
      render: ({ Conditions }) => <ConditionsSentence group={Conditions} fields={byName} />,
      phone: null,
      file: { fields: [] },
    },
    'OwnerName',
    'Status',
    { field: 'UpdatedAt', wideOnly: true },
  ]
  return (
    <>
      <ResourceTable
        area="segments"
        list={listSegments}
        label={t('segments:screens.segments')}
        rowKey="SegmentId"
        columns={columns}
        optional={['CreatedAt']}
        rowLink={segmentPath}
        search={{ Name: 'text', Status: Segment.shape.Status.options }}
        actions={(row) => [
          { label: t('kit:verbs.edit'), icon: <PencilIcon aria-hidden />, to: segmentPath(row) },
          history.of(row.SegmentId, row.Name),
          {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('segments:deleteQuestion', { name: row.Name }),
            run: () => remove.mutateAsync({ SegmentId: row.SegmentId }),
          },
        ]}
        empty={{ title: t('segments:empty'), hint: t('segments:emptyHint') }}
      />
      {history.node}
    </>
  )
}
