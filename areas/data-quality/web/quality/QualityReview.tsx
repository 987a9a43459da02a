import { Button } from 'antd'
import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useQueueState } from '#kit/web/queue/context.ts'
import { QueueReview } from '#kit/web/queue/QueueReview.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CustomerWithIssues, type Issue, listCustomersWithIssues } from '../../contract/quality.ts'
import { PossibleDuplicates } from './Duplicates.tsx'
import { EditFieldInRow } from './EditInPlace.tsx'
import { editableFieldByIssue } from './in-place.ts'
import { CustomerTags } from './Tags.tsx'

const Fix = lazy(async () => ({ default: (await import('./Fix.tsx')).IssueDialog }))

/** The review of one customer: all data issues, each with the input that corrects the issue. */
export function CustomerIssuesReview({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(listCustomersWithIssues, { Search: { CustomerId } })
  const readState = { error, onRetry: () => void refetch() }
  const customer = data?.rows[0]
  if (!customer)
    return (
      <QueueReview id={CustomerId} title={t('data-quality:screens.quality')} {...readState}>
        {data && <EmptyState title={t('data-quality:quality.gone')} />}
      </QueueReview>
    )
  const { FullName, MembershipNo, RegisteredOutletCode, CreatedAt, Issues } = customer
  return (
    <QueueReview
      id={CustomerId}
      person={FullName}
      to={customerPath({ CustomerId })}
      number={[MembershipNo, RegisteredOutletCode].filter(Boolean).join(' · ')}
      requestInfo={
        <>
          {t('data-quality:quality.registered')} <ShortInstant value={CreatedAt} />
        </>
      }
      {...readState}
    >
      {Issues.length === 0 ? (
        <EmptyState title={t('data-quality:quality.complete')} icon={<CheckIcon />} />
      ) : (
        <AllIssues customer={customer} />
      )}
    </QueueReview>
  )
}

function AllIssues({ customer }: { customer: CustomerWithIssues }) {
  const listRef = useRef<HTMLDivElement>(null)
  useShortcut('e', 'data-quality:quality.toFirst', () =>
    listRef.current?.querySelector<HTMLElement>('input, [role="combobox"], button, a')?.focus(),
  )
  return (
    <div ref={listRef}>
      <Stack>
        {customer.Issues.map((issue) => (
          <OneIssue key={issue} customer={customer} issue={issue} />
        ))}
        {customer.Tags.length > 0 && <CustomerTags customer={customer} />}
      </Stack>
    </div>
  )
}

function OneIssue({ customer, issue }: { customer: CustomerWithIssues; issue: Issue }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const { decided } = useQueueState()
  const heading = useId()
  const [open, setOpen] = useState(false)
  const name = labels.value('Issue', issue)
  const field = editableFieldByIssue[issue]
  const fixed = () =>
    decided({ id: customer.CustomerId, good: true, text: t('data-quality:quality.fixedIssue', { issue: name }) })
  return (
    <section aria-labelledby={heading} className="carat-box">
      <Stack gap="s">
        <Row gap="s">
          <TriangleAlertIcon aria-hidden className="carat-doubt" />
          <h3 id={heading} className="carat-card-title">
            {name}
          </h3>
        </Row>
        {issue === 'Duplicate' && <PossibleDuplicates customer={customer} />}
        {field && (
          <EditFieldInRow customer={customer} field={field} {...(issue !== 'EmailUnverified' && { onDone: fixed })} />
        )}
        {issue !== 'Duplicate' && !field && (
          <span>
            <Button
              onClick={() => setOpen(true)}
              aria-label={t('data-quality:quality.fix', { issue: name, name: customer.FullName })}
            >
              {t('data-quality:quality.mend')}
            </Button>
          </span>
        )}
      </Stack>
      {open && (
        <Suspense fallback={null}>
          <Fix customer={customer} issue={issue} onClose={() => setOpen(false)} onDone={fixed} />
        </Suspense>
      )}
    </section>
  )
}
