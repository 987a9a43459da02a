import { Button, Checkbox } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ReasonedButton } from '../ConfirmAction.tsx'
import { useT } from '../i18n.ts'
import { Row } from '../Layout.tsx'
import type { BulkDialogProps } from './BulkDialog.tsx'
import { BULK_ROWS_MAX, type BulkAction, type BulkLink, firstRowPerSubject } from './bulk.ts'
import type { ListEndpoint } from './list.ts'
import type { RowSelection } from './selection.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))

type Props<Row extends object> = {
  actions: readonly (BulkAction<Row> | BulkLink<Row>)[]
  selection: RowSelection<Row>
  /** The selectable rows on this page of the list. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  count: number
  /** The number of rows of the list as text. */
  total: string
  list: ListEndpoint
  input: Record<string, unknown>
  phone: boolean
}

/** Shows the number of selected rows and their bulk actions. */
export function BulkBar<Row extends object>(props: Props<Row>) {
  const { actions, selection, rows, keyOf, nameOf, count, total, list, input, phone } = props
  const t = useT()
  const [pending, setPending] = useState<BulkAction<Row>>()
  // The type cast restores the type parameter of the component, which `lazy` loses.
  const Dialog = BulkDialog as unknown as ComponentType<BulkDialogProps<Row>>
  const ticked = selection.all ? count : selection.rows.size
  const onPage = rows.filter((row) => selection.has(keyOf(row))).length
  const wholePage = rows.length > 0 && onPage === rows.length
  const tooMany = ticked > BULK_ROWS_MAX && t('kit:bulk.tooMany', { max: BULK_ROWS_MAX })
  // The dialog stays open until the user has read the outcome, even if the selected rows have left the list.
  const isVisible = ticked > 0
  if (!isVisible && !pending) return null

  return (
    <>
      {isVisible && (
        <section className="carat-bulk" aria-label={t('kit:bulk.title')}>
          {phone && (
            <Checkbox
              checked={wholePage}
              indeterminate={onPage > 0 && !wholePage}
              onChange={({ target }) => selection.set(rows, target.checked)}
            >
              {t('kit:bulk.page')}
            </Checkbox>
          )}
          {ticked > 0 && (
            <>
              <strong role="status">
                {selection.all ? t('kit:bulk.allSelected', { total }) : t('kit:bulk.selected', { count: ticked })}
              </strong>
              {wholePage && !selection.all && count > selection.rows.size && (
                <Button type="link" size="small" onClick={selection.takeAll}>
                  {t('kit:bulk.all', { total })}
                </Button>
              )}
              <Row className="carat-bulk-actions">
                {actions.map((action) =>
                  'to' in action ? (
                    <LinkButton key={action.label} action={action} selection={selection} />
                  ) : (
                    <ReasonedButton
                      key={action.label}
                      size="small"
                      icon={action.icon}
                      danger={action.danger ?? false}
                      reason={tooMany}
                      onClick={() => setPending(action)}
                    >
                      {action.label}
                    </ReasonedButton>
                  ),
                )}
              </Row>
              <Button type="text" size="small" onClick={selection.clear}>
                {t('kit:bulk.clear')}
              </Button>
            </>
          )}
        </section>
      )}
      {pending && (
        <Suspense fallback={null}>
          <Dialog
            action={pending}
            ticked={selection.all ? undefined : [...selection.rows.values()]}
            list={list}
            input={input}
            keyOf={keyOf}
            nameOf={nameOf}
            onDone={selection.drop}
            onClose={() => setPending(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Opens the page that shows the selected rows together. */
function LinkButton<Row>({ action, selection }: { action: BulkLink<Row>; selection: RowSelection<Row> }) {
  const navigate = useNavigate()
  const { label, icon, least, most, otherwise } = action
  const subjects = firstRowPerSubject([...selection.rows.values()], action.about)
  return (
    <ReasonedButton
      size="small"
      icon={icon}
      reason={(selection.all || subjects.length < least || subjects.length > most) && otherwise}
      onClick={() => void navigate(action.to(subjects))}
    >
      {label}
    </ReasonedButton>
  )
}
