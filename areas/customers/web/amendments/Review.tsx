import { Alert, Button, Checkbox } from 'antd'
import { CheckIcon, Undo2Icon } from 'lucide-react'
import { useState } from 'react'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Muted, PlainTable, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useCall } from '#kit/web/useCall.ts'
import { Amendment, type ProfileField, reviewAmendment } from '../../contract/amendments.ts'
import { Value } from './Diff.tsx'

type Props = { amendment: Amendment; onReviewed: () => void }

/** What was and what is, field by field: A marks it as reviewed, R puts everything back. */
export function Review({ amendment, onReviewed }: Props) {
  const t = useT()
  const labels = useLabels('customers')
  const { HistoryId, Fields, AppliedYN, MayReviewYN, ReviewedDate } = amendment
  const [restored, setRestored] = useState<ReadonlySet<ProfileField>>(new Set())
  const review = useCall(reviewAmendment, {
    done: 'customers:amendments.reviewed',
    failed: 'customers:amendments.reviewFailed',
    onDone: onReviewed,
  })
  const may = MayReviewYN === 'Y'
  const save = () => review.mutate({ HistoryId, Restore: [...restored] })
  const all = restored.size === Fields.length
  const toggleAll = () => setRestored(all ? new Set() : new Set(Fields.map(({ FieldName }) => FieldName)))
  // Also with the focus on a box that was just ticked: there is nothing to type in here.
  const keys = { inDialog: true, whileTyping: true, enabled: may && !review.isPending }
  useShortcut('a', 'customers:amendments.review', save, keys)
  useShortcut('r', 'customers:amendments.restoreAll', toggleAll, keys)
  const back = AppliedYN === 'Y' ? 'customers:amendments.putBack' : 'customers:amendments.decline'

  const toggle = (field: ProfileField, on: boolean) => {
    const next = new Set(restored)
    // Document and number are put back together.
    const together: ProfileField[] = field === 'IdType' || field === 'IdNo' ? ['IdType', 'IdNo'] : [field]
    for (const one of together) {
      if (!Fields.some(({ FieldName }) => FieldName === one)) continue
      if (on) next.add(one)
      else next.delete(one)
    }
    setRestored(next)
  }

  return (
    <Stack>
      {AppliedYN === 'N' && ReviewedDate === null && (
        <Alert type="info" showIcon title={t('customers:amendments.notApplied')} />
      )}
      <PlainTable label={t('customers:amendments.changes')}>
        <caption className="carat-unseen">{t('customers:amendments.changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('customers:fields.FieldName')}</th>
            <th scope="col">{t('customers:amendments.before')}</th>
            <th scope="col">{t('customers:amendments.after')}</th>
          </tr>
        </thead>
        <tbody>
          {Fields.map(({ FieldName, Previous, Updated, Outcome }) => (
            <tr key={FieldName}>
              <th scope="row">
                <div>{labels.field(FieldName)}</div>
                {may && (
                  <Checkbox
                    checked={restored.has(FieldName)}
                    onChange={({ target }) => toggle(FieldName, target.checked)}
                  >
                    <span aria-hidden>{t(back)}</span>
                    <span className="carat-unseen">{`${t(back)}: ${labels.field(FieldName)}`}</span>
                  </Checkbox>
                )}
                {Outcome && <Muted>{labels.value('Outcome', Outcome)}</Muted>}
              </th>
              <td>
                <Value field={FieldName} value={Previous} />
              </td>
              <td>
                {restored.has(FieldName) ? (
                  <del>
                    <Value field={FieldName} value={Updated} />
                  </del>
                ) : (
                  <strong>
                    <Value field={FieldName} value={Updated} />
                  </strong>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <RecordFacts
        area="customers"
        of={Amendment}
        record={amendment}
        fields={[
          'MembershipNo',
          'UpdatedBy',
          'UpdatedAt',
          'OutletCode',
          'Remark',
          ...(ReviewedDate === null ? [] : (['ReviewedBy', 'ReviewedDate', 'ReviewRemark'] as const)),
        ]}
      />
      {ReviewedDate === null && !may && <Alert type="info" showIcon title={t('customers:refusals.own_change')} />}
      {may && (
        <ActionBar>
          <Button
            type="primary"
            icon={<CheckIcon aria-hidden />}
            loading={review.isPending}
            onClick={save}
            aria-keyshortcuts="A"
          >
            {t(restored.size > 0 ? 'customers:amendments.reviewAndBack' : 'customers:amendments.review')}
          </Button>
          <Button icon={<Undo2Icon aria-hidden />} onClick={toggleAll} aria-pressed={all} aria-keyshortcuts="R">
            {t('customers:amendments.restoreAll')}
          </Button>
        </ActionBar>
      )}
    </Stack>
  )
}
