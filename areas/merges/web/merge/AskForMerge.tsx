import { MergeIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { ConfirmDialog, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type KeepTierOf, type MergeField, type MergePreview, mergeMembers } from '../../contract.ts'

type Props = { preview: MergePreview; KeepTierOf: KeepTierOf; TakeFromMerged: MergeField[] }

/** Requests the merge with a reason and the typed number, for a second person to approve. */
export function MergeRequestForm({ preview: { Survivor, Merged, Obstacles }, KeepTierOf, TakeFromMerged }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const ask = useCall(mergeMembers, {
    done: 'merges:requested',
    failed: 'merges:failed.ask',
    onDone: ({ ApprovalId }) => navigate(approvalsPath({ show: 'own', id: ApprovalId })),
  })
  return (
    <Row>
      <ReasonedButton
        type="primary"
        size="large"
        icon={<MergeIcon aria-hidden />}
        reason={Obstacles.length > 0 && t('merges:obstacles')}
        onClick={() => setAsking(true)}
      >
        {t('merges:ask')}
      </ReasonedButton>
      <ConfirmDialog
        open={asking}
        question={{
          title: t('merges:askQuestion', { name: Merged.FullName, survivor: Survivor.FullName }),
          body: <p>{t('merges:askBody')}</p>,
          ok: t('merges:ask'),
          reason: { label: t('merges:fields.Reason'), maxLength: 300, required: true },
          type: Merged.MembershipNo,
        }}
        onClose={() => setAsking(false)}
        run={(Reason) =>
          ask.mutateAsync({
            SurvivorId: Survivor.CustomerId,
            MergedId: Merged.CustomerId,
            ConfirmMembershipNo: Merged.MembershipNo,
            KeepTierOf,
            TakeFromMerged,
            Reason,
          })
        }
      />
    </Row>
  )
}
