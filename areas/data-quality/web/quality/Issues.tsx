import { Button } from 'antd'
import { TriangleAlertIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { CustomerWithIssues, Issue } from '../../contract/quality.ts'
import { EditFieldInRow } from './EditInPlace.tsx'
import { editableFieldByIssue } from './in-place.ts'

const Fix = lazy(async () => ({ default: (await import('./Fix.tsx')).IssueDialog }))

/** Shows the data issues of a customer, each as a button that opens its correction. */
export function CustomerIssues({ customer }: { customer: CustomerWithIssues }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const [openIssue, setOpenIssue] = useState<Issue>()
  const pressed = useRef<HTMLElement>(null)
  const field = openIssue && editableFieldByIssue[openIssue]
  const close = () => {
    setOpenIssue(undefined)
    pressed.current?.focus()
  }
  return (
    <Row gap="xs">
      {customer.Issues.map((issue) => (
        <Button
          key={issue}
          size="small"
          icon={<TriangleAlertIcon aria-hidden className="carat-doubt" />}
          aria-expanded={editableFieldByIssue[issue] ? openIssue === issue : undefined}
          aria-label={t('data-quality:quality.fix', { issue: labels.value('Issue', issue), name: customer.FullName })}
          onClick={({ currentTarget }) => {
            pressed.current = currentTarget
            setOpenIssue(openIssue === issue ? undefined : issue)
          }}
        >
          {labels.value('Issue', issue)}
        </Button>
      ))}
      {field && <EditFieldInRow key={field} customer={customer} field={field} onClose={close} />}
      {openIssue && !field && (
        <Suspense fallback={null}>
          <Fix customer={customer} issue={openIssue} onClose={close} />
        </Suspense>
      )}
    </Row>
  )
}
