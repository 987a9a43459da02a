import { Button } from 'antd'
import { Link } from 'react-router'
import { counterPath } from '#areas/memberships/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getImport, listImportRows, type RowResult } from '../contract.ts'
import { useImportWords } from './words.ts'

/** Shows the member whom a row created or matched. */
const memberOf = ({ Result, Reason, Value }: RowResult) =>
  Value !== null && (Result === 'Created' || Reason === 'lead_exists' || Reason === 'lead_merged') ? Value : null

/** The results of all rows of one import. */
export function ImportedRows({ ImportId, onClose }: { ImportId: string; onClose: () => void }) {
  const t = useT()
  const words = useImportWords()
  const { data } = useRead(getImport, { ImportId })
  const columns: Column<RowResult>[] = [
    {
      field: 'FirstRow',
      render: ({ FirstRow, LastRow }) => (
        <span className="carat-figure">{FirstRow === LastRow ? FirstRow : `${FirstRow}–${LastRow}`}</span>
      ),
    },
    {
      field: 'Result',
      // Tag and text of a result share one column, because phones omit cells without a value.
      render: (row) => (
        <Row>
          <StatusTag
            area="imports"
            field="Result"
            status={row.Result}
            like={row.Result === 'Created' ? 'Completed' : row.Result === 'Failed' ? 'Failed' : 'Inactive'}
          />
          <ResultTexts row={row} reason={words.reason} />
        </Row>
      ),
    },
  ]
  return (
    <PageSection
      title={t('imports:rows.title', { file: data?.FileName ?? '' })}
      extra={<Button onClick={onClose}>{t('imports:rows.close')}</Button>}
    >
      <ResourceTable
        area="imports"
        name="rows"
        list={listImportRows}
        input={{ Search: { ImportId } }}
        label={t('imports:rows.title', { file: data?.FileName ?? '' })}
        rowKey="FirstRow"
        columns={columns}
        search={{ Result: ['Created', 'Skipped', 'Failed'] }}
      />
    </PageSection>
  )
}

function ResultTexts({ row, reason }: { row: RowResult; reason: ReturnType<typeof useImportWords>['reason'] }) {
  const t = useT()
  const member = memberOf(row)
  const faults = row.Faults.length > 0 ? row.Faults : [row]
  const texts =
    row.Result === 'Created' ? (member ? [t('imports:rows.member', { number: member })] : []) : faults.map(reason)
  return (
    <Stack gap="xs">
      {texts.map((text) =>
        member ? (
          <Link key={text} to={counterPath({ q: member })}>
            {text}
          </Link>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </Stack>
  )
}
