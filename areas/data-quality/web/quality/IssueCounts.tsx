import { Button } from 'antd'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { FilterControl } from '#kit/web/ResourceTable.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { countIssues } from '../../contract/quality.ts'

/** The buttons with the number of customers per data issue. Each button filters the list by its issue. */
export function IssueCounts({ filters, searchFor, outlet }: FilterControl & { outlet: string | undefined }) {
  const t = useT()
  const labels = useLabels('data-quality')
  const { data } = useRead(countIssues, outlet && outlet !== 'All' ? { RegisteredOutletCode: outlet } : {})
  return (
    <Row className="carat-space-after" as="fieldset" aria-label={t('data-quality:quality.issues')}>
      {(data?.rows ?? [])
        .filter(({ Issue, Count }) => Count > 0 || filters.Issue === Issue)
        .map(({ Issue, Count }) => {
          const isActive = filters.Issue === Issue
          return (
            <Button
              key={Issue}
              size="small"
              type={isActive ? 'primary' : 'default'}
              aria-pressed={isActive}
              onClick={() => searchFor({ ...filters, Issue: isActive ? '' : Issue })}
            >
              {labels.value('Issue', Issue)} <span className="carat-figure">{formatPoints(Count)}</span>
            </Button>
          )
        })}
    </Row>
  )
}
