import { Undo2Icon } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ConfirmDialog, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getMerge, Merge, unmergeMembers } from '../contract.ts'
import { MergeMessageList } from './MessageList.tsx'
import { MovedRecordCounts } from './Moves.tsx'

/** The page of one merge, with the rows that it moved, and its undo. */
export function MergeDetailPage() {
  const t = useT()
  const MergeId = Number(useParams().MergeId)
  const { data, error, refetch } = useRead(getMerge, { MergeId })
  useRegisterOpenRecord(data && `${data.MergedMembershipNo} → ${data.SurvivorMembershipNo}`)
  if (error) return <ErrorState error={error} title={t('merges:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <Stack width="steps">
      <Card
        title={t('merges:intoTitle', { name: data.MergedName, survivor: data.SurvivorName })}
        extra={data.Status === 'Merged' && <UndoMerge merge={data} />}
      >
        <RecordFacts
          area="merges"
          of={Merge}
          record={data}
          fields={[
            {
              field: 'MergedMembershipNo',
              render: ({ MergedCustomerId, MergedMembershipNo }) => (
                <Link to={customerPath({ CustomerId: MergedCustomerId })}>{MergedMembershipNo}</Link>
              ),
            },
            {
              field: 'SurvivorMembershipNo',
              render: ({ SurvivorCustomerId, SurvivorMembershipNo }) => (
                <Link to={customerPath({ CustomerId: SurvivorCustomerId })}>{SurvivorMembershipNo}</Link>
              ),
            },
            'Status',
            'RequestedBy',
            'MergedBy',
            'MergedAt',
            { field: 'Reason', wide: true },
            ...(data.Status === 'Unmerged'
              ? (['UnmergedBy', 'UnmergedAt', { field: 'UnmergeReason', wide: true }] as const)
              : []),
          ]}
        />
      </Card>
      {data.Status === 'Merged' && (
        <MergeMessageList messages={data.Blockers} type="warning" title={t('merges:blocked')} />
      )}
      {data.Moves.length > 0 && (
        <Card title={t('merges:wentOver')}>
          <MovedRecordCounts moves={data.Moves} />
        </Card>
      )}
    </Stack>
  )
}

function UndoMerge({ merge }: { merge: Reply<typeof getMerge> }) {
  const t = useT()
  const { may } = useSession()
  const [asking, setAsking] = useState(false)
  const undo = useCall(unmergeMembers, {
    done: 'merges:unmerged',
    failed: 'merges:failed.unmerge',
  })
  if (!may('Unmerge Members')) return null
  return (
    <>
      <ReasonedButton
        icon={<Undo2Icon aria-hidden />}
        reason={merge.Blockers.length > 0 && t('merges:blocked')}
        onClick={() => setAsking(true)}
      >
        {t('merges:unmerge')}
      </ReasonedButton>
      <ConfirmDialog
        open={asking}
        question={{
          title: t('merges:unmergeQuestion', { name: merge.MergedName }),
          body: <p>{t('merges:unmergeBody', { date: formatShortInstant(merge.UnmergeUntil) })}</p>,
          ok: t('merges:unmerge'),
          reason: { label: t('merges:fields.UnmergeReason'), maxLength: 300, required: true },
          type: merge.MergedMembershipNo,
        }}
        onClose={() => setAsking(false)}
        run={(Reason) => undo.mutateAsync({ MergeId: merge.MergeId, Reason })}
      />
    </>
  )
}
