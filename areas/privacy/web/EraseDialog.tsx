import { Alert, Modal } from 'antd'
import { useNavigate } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import type { CustomerDialogProps } from '#areas/customers/web/index.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmDialog } from '#kit/web/ConfirmAction.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { hasText } from '#kit/web/text-store.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { previewErasure, requestErasure } from '../contract.ts'

/** Dialog that previews an erasure and requests it. */
export function RequestErasureDialog({ CustomerId, open, onClose }: CustomerDialogProps) {
  const t = useT()
  const labels = useLabels('privacy')
  const navigate = useNavigate()
  const { data, error, refetch } = useRead(previewErasure, { CustomerId }, { enabled: open, staleTime: 0 })
  const ask = useCall(requestErasure, {
    done: 'privacy:erase.pending',
    failed: 'privacy:erase.failed',
    onDone: ({ ApprovalId }) => navigate(approvalsPath({ show: 'own', id: ApprovalId })),
  })
  const title = t('privacy:erase.act')
  if (!data || data.Obstacles.length > 0 || data.RequestedAt !== null)
    return (
      <Modal open={open} onCancel={onClose} footer={null} title={title} width={520} destroyOnHidden>
        {error ? (
          <ErrorState error={error} title={t('privacy:erase.failed')} onRetry={() => void refetch()} />
        ) : data ? (
          <BlockerList blockers={data.Obstacles} requested={data.RequestedAt !== null} />
        ) : (
          <LoadingState rows={4} />
        )}
      </Modal>
    )
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      question={{
        title: t('privacy:erase.question', { name: formatPersonName(data.FullName) }),
        body: (
          <Stack gap="s">
            <p>{t('privacy:erase.body')}</p>
            <Figures parts={data.Parts} />
            {data.Points !== 0 && (
              <Alert type="warning" showIcon title={t('privacy:erase.points', { points: formatPoints(data.Points) })} />
            )}
          </Stack>
        ),
        ok: t('privacy:erase.ask'),
        danger: true,
        reason: { label: labels.field('Reason'), maxLength: 300, required: true },
        type: data.Confirm,
      }}
      run={(Reason) => ask.mutateAsync({ CustomerId, Reason, Confirm: data.Confirm })}
    />
  )
}

type Preview = Reply<typeof previewErasure>

function BlockerList({ blockers, requested }: { blockers: Preview['Obstacles']; requested: boolean }) {
  const t = useT()
  const textOf = ({ code, message, params }: Preview['Obstacles'][number]) => {
    const key = code.replace('.', ':refusals.')
    return hasText(key) ? t(key as TextKey, params as never) : message
  }
  return (
    <Stack gap="s">
      <p>{t(requested ? 'privacy:erase.requested' : 'privacy:erase.open')}</p>
      {blockers.map((blocker) => (
        <Alert key={blocker.code + blocker.message} type="warning" showIcon title={textOf(blocker)} />
      ))}
    </Stack>
  )
}

/** Shows the numbers of erased and retained rows for each part of the data. */
function Figures({ parts }: { parts: Preview['Parts'] }) {
  const t = useT()
  const labels = useLabels('privacy')
  return (
    <dl className="carat-sums">
      {parts.map(({ Part, Erased, Kept }) => (
        <div key={Part}>
          <dt>{labels.value('Part', Part)}</dt>
          <dd className="carat-figure">
            {Kept === 0
              ? t('privacy:erase.goes', { count: formatPoints(Erased) })
              : Erased === 0
                ? t('privacy:erase.stays', { count: formatPoints(Kept) })
                : `${t('privacy:erase.goes', { count: formatPoints(Erased) })} · ${t('privacy:erase.stays', { count: formatPoints(Kept) })}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
