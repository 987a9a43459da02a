import { Alert, Button, Checkbox } from 'antd'
import { Undo2Icon } from 'lucide-react'
import { useState } from 'react'
import { formatPersonName, nameForGreeting } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { ChangesTable, DecisionBar, QuotedReason } from '#kit/web/queue/Decision.tsx'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { Amendment, listAmendments, ProfileField, reviewAmendment } from '../../contract/amendments.ts'
import { customerPath } from '../../paths.ts'
import { ProfileValue } from './Diff.tsx'

/** Reviews an amendment: compares the fields before and after, and restores the ticked fields. */
export function AmendmentReview({ HistoryId }: { HistoryId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(listAmendments, { Search: { HistoryId } })
  const amendment = data?.rows[0]
  const again = { error, onRetry: () => void refetch() }
  if (!amendment)
    return (
      <QueueReview id={HistoryId} title={t('customers:screens.amendments')} {...again}>
        {data && <EmptyState title={t('customers:refusals.amendment_not_found')} />}
      </QueueReview>
    )
  return <ReviewCard key={HistoryId} amendment={amendment} {...again} />
}

type Props = { amendment: Amendment; error: unknown; onRetry: () => void }

function ReviewCard({ amendment, ...again }: Props) {
  const t = useT()
  const { HistoryId, CustomerId, FullName, MembershipNo, MayReviewYN, ReviewYN, OutletCode, Remark, ReviewedDate } =
    amendment
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  return (
    <QueueReview
      id={HistoryId}
      person={FullName}
      to={customerPath({ CustomerId })}
      number={[MembershipNo, OutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {t('customers:amendments.changedBy', { name: formatPersonName(amendment.UpdatedBy) })},{' '}
          <ShortInstant value={amendment.UpdatedAt} />
        </>
      }
      bar={MayReviewYN === 'Y' && <ReviewActions amendment={amendment} restored={restored} onRestored={setRestored} />}
      {...again}
    >
      {amendment.AppliedYN === 'N' && ReviewedDate === null && (
        <Alert type="info" showIcon title={t('customers:amendments.notApplied')} />
      )}
      {ReviewYN === 'Y' && ReviewedDate === null && MayReviewYN === 'N' && (
        <Alert type="info" showIcon title={t('customers:refusals.own_change')} />
      )}
      <FieldChanges amendment={amendment} restored={restored} onRestored={setRestored} />
      {Remark && (
        <QuotedReason title={t('customers:amendments.why', { name: nameForGreeting(amendment.UpdatedBy) })}>
          {Remark}
        </QuotedReason>
      )}
      {ReviewedDate !== null && (
        <RecordFacts
          area="customers"
          of={Amendment}
          record={amendment}
          fields={['ReviewedBy', 'ReviewedDate', 'ReviewRemark']}
        />
      )}
    </QueueReview>
  )
}

type Restoring = {
  amendment: Amendment
  restored: ReadonlySet<string>
  onRestored: (fields: ReadonlySet<string>) => void
}

function FieldChanges({ amendment, restored, onRestored }: Restoring) {
  const t = useT()
  const labels = useLabels('customers')
  const { Fields, AppliedYN, MayReviewYN } = amendment
  const back = AppliedYN === 'Y' ? 'customers:amendments.putBack' : 'customers:amendments.decline'

  const toggle = (field: string, on: boolean) => {
    const next = new Set(restored)
    // Document type and number are always restored together.
    const linkedFields = field === 'IdType' || field === 'IdNo' ? ['IdType', 'IdNo'] : [field]
    for (const name of linkedFields) {
      if (!Fields.some(({ FieldName }) => FieldName === name)) continue
      if (on) next.add(name)
      else next.delete(name)
    }
    onRestored(next)
  }

  return (
    <ChangesTable
      heads={[t('customers:amendments.before'), t('customers:amendments.after')]}
      rows={Fields.map(({ FieldName, Previous, Updated, Outcome }) => ({
        key: FieldName,
        what: (
          <>
            <div>{labels.field(FieldName)}</div>
            {MayReviewYN === 'Y' && (
              <Checkbox checked={restored.has(FieldName)} onChange={({ target }) => toggle(FieldName, target.checked)}>
                <span aria-hidden>{t(back)}</span>
                <span className="carat-unseen">{`${t(back)}: ${labels.field(FieldName)}`}</span>
              </Checkbox>
            )}
            {Outcome && <span className="carat-muted">{labels.value('Outcome', Outcome)}</span>}
          </>
        ),
        now: <ProfileValue field={FieldName} value={Previous} />,
        after: restored.has(FieldName) ? (
          <del>
            <ProfileValue field={FieldName} value={Updated} />
          </del>
        ) : (
          <ProfileValue field={FieldName} value={Updated} />
        ),
      }))}
    />
  )
}

function ReviewActions({ amendment, restored, onRestored }: Restoring) {
  const t = useT()
  const labels = useLabels('customers')
  const { decided } = useQueueState()
  const { HistoryId, Fields, FullName } = amendment
  const name = formatPersonName(FullName)
  const outcome = t(restored.size > 0 ? 'customers:amendments.reviewedBack' : 'customers:amendments.reviewedAsIs')
  const review = useCall(reviewAmendment, {
    done: 'customers:amendments.reviewed',
    headline: () => `${name}: ${outcome}`,
    failed: 'customers:amendments.reviewFailed',
    onDone: () => decided({ id: HistoryId, good: true, text: outcome }),
  })
  const all = restored.size === Fields.length
  const toggleAll = () => onRestored(all ? new Set() : new Set(Fields.map(({ FieldName }) => FieldName)))
  // The shortcut also works while a tick box has the focus, because the page has no text fields.
  useShortcut('r', 'customers:amendments.restoreAll', toggleAll, { whileTyping: true, enabled: !review.isPending })
  const label = t(restored.size > 0 ? 'customers:amendments.reviewAndBack' : 'customers:amendments.review')
  const fields = [...restored].map((field) => labels.field(field)).join(listSeparator())
  return (
    <>
      <Button
        icon={<Undo2Icon className="carat-mirrored" aria-hidden />}
        onClick={toggleAll}
        aria-pressed={all}
        aria-keyshortcuts="R"
      >
        {t('customers:amendments.restoreAll')}
      </Button>
      <span className="carat-queue-reason" />
      <DecisionBar
        approve={{
          label,
          ask: {
            title: t('customers:amendments.reviewQuestion', { name }),
            body: fields
              ? t('customers:amendments.willRestore', { fields })
              : t('customers:amendments.willStay', {
                  fields: Fields.map(({ FieldName }) => labels.field(FieldName)).join(listSeparator()),
                }),
          },
          run: () =>
            review.mutateAsync({ HistoryId, Restore: ProfileField.options.filter((field) => restored.has(field)) }),
        }}
      />
    </>
  )
}
