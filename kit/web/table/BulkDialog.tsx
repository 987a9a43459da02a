import { Alert, Button, Form, Input, Modal, Spin, Tag } from 'antd'
import { useId, useState } from 'react'
import { CallError } from '../call.ts'
import { errorText, useT } from '../i18n.ts'
import { JobProgress } from '../JobProgress.tsx'
import { Muted, Row } from '../Layout.tsx'
import { useRead } from '../useRead.ts'
import {
  BULK_ROWS_MAX,
  type BulkAction,
  type CallOutcome,
  firstRowPerSubject,
  TYPED_CONFIRMATION_ABOVE,
} from './bulk.ts'
import { isSelectableRow, type ListEndpoint } from './list.ts'
import { useBulkRun } from './useBulkRun.ts'

export type BulkDialogProps<Row extends object> = {
  action: BulkAction<Row>
  /** The selected rows; undefined for all matching rows, which the bulk dialog fetches first. */
  ticked: readonly Row[] | undefined
  list: ListEndpoint
  input: Record<string, unknown>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  onDone: (keys: ReadonlySet<string>) => void
  onClose: () => void
}

const NAMED_MAX = 5
const VISIBLE_DONE_MAX = 10

/** Asks to confirm a bulk action with number and names, and shows the progress and the outcome of each row. */
export function BulkDialog<Row extends object>(props: BulkDialogProps<Row>) {
  const { action, list, input, keyOf, nameOf, onDone, onClose } = props
  const t = useT()
  const [isOpen, setIsOpen] = useState(true)
  // The dialog uses the selection from the time when it opened, because completed rows leave the selection meanwhile.
  const [ticked] = useState(props.ticked)
  const matching = useRead(list, { ...input, Page: 1, Rows: BULK_ROWS_MAX } as never, {
    enabled: ticked === undefined,
    staleTime: 0,
  })
  const rows = ticked ?? (matching.data?.rows.filter(isSelectableRow) as Row[] | undefined)
  const subjects = rows && firstRowPerSubject(rows, action.about)
  const run = useBulkRun(action, list, keyOf, onDone)
  const close = () => setIsOpen(false)
  const undoable = action.undo !== undefined && run.count('done') > 0

  return (
    <Modal
      open={isOpen}
      title={run.title((run.step === 'ask' ? subjects : run.rows)?.length ?? 0)}
      width={560}
      mask={{ closable: run.step !== 'running' }}
      keyboard={run.step !== 'running'}
      closable={run.step !== 'running'}
      onCancel={close}
      afterOpenChange={(opened) => !opened && onClose()}
      footer={
        run.step === 'finished' && (
          <Row justify="end">
            {undoable && <Button onClick={() => void run.undo()}>{t('kit:undo.undo')}</Button>}
            <Button type="primary" autoFocus onClick={close}>
              {t('kit:verbs.close')}
            </Button>
          </Row>
        )
      }
    >
      {matching.error && <Alert type="error" showIcon title={errorText(matching.error).description} />}
      {run.step === 'ask' &&
        (rows && subjects ? (
          <Question
            action={action}
            rows={subjects}
            nameOf={nameOf}
            ticked={rows.length}
            onCancel={close}
            onConfirm={(why) => void run.start(rows, why)}
          />
        ) : (
          !matching.error && <Spin />
        ))}
      {run.step === 'running' && (
        <JobProgress
          label={action.label}
          status="Running"
          done={run.outcomes.size}
          total={run.rows.length}
          onCancel={run.stop}
        />
      )}
      {run.step === 'finished' && <ResultTable run={run} keyOf={keyOf} nameOf={nameOf} />}
    </Modal>
  )
}

type QuestionProps<Row> = {
  action: BulkAction<Row>
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** The number of selected rows, which exceeds `rows` if several rows concern the same subject. */
  ticked: number
  onCancel: () => void
  onConfirm: (reason: string) => void
}

function Question<Row>({ action, rows, nameOf, ticked, onCancel, onConfirm }: QuestionProps<Row>) {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const mustType = rows.length > TYPED_CONFIRMATION_ABOVE
  const isReady =
    rows.length > 0 &&
    (!action.reason?.required || reason.trim() !== '') &&
    (!mustType || typed.trim() === `${rows.length}`)
  const moreCount = rows.length - NAMED_MAX
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onConfirm(reason.trim())
      }}
    >
      {action.effect && <p>{action.effect}</p>}
      {ticked > rows.length && <p>{t('kit:bulk.once', { count: rows.length, ticked })}</p>}
      <ul className="carat-bulk-names">
        {rows.slice(0, NAMED_MAX).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown.
          <li key={index}>{nameOf(row)}</li>
        ))}
        {moreCount > 0 && <li>{t('kit:bulk.more', { count: moreCount })}</li>}
      </ul>
      <Form layout="vertical" component={false}>
        {action.reason && (
          <Form.Item label={action.reason.label} htmlFor={`${id}-reason`} required={action.reason.required ?? false}>
            {action.reason.control?.({ id: `${id}-reason`, value: reason, onChange: setReason }) ?? (
              <Input
                id={`${id}-reason`}
                autoFocus
                value={reason}
                maxLength={action.reason.maxLength}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Form.Item>
        )}
        {mustType && (
          <Form.Item label={t('kit:confirm.type', { text: rows.length })} htmlFor={`${id}-typed`}>
            <Input
              id={`${id}-typed`}
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Form.Item>
        )}
      </Form>
      <Row justify="end">
        <Button onClick={onCancel} autoFocus={!action.reason && !mustType}>
          {t('kit:verbs.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" danger={action.danger ?? false} disabled={!isReady}>
          {action.label}
        </Button>
      </Row>
    </form>
  )
}

type ResultProps<Row extends object> = {
  run: ReturnType<typeof useBulkRun<Row>>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}

/** Shows the outcome of each row of a bulk action: failures first, with their reasons. */
function ResultTable<Row extends object>({ run, keyOf, nameOf }: ResultProps<Row>) {
  const t = useT()
  const summary = (['done', 'undone', 'refused', 'stuck'] as const)
    .map((state) => [state, run.count(state)] as const)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => t(`kit:bulk.count.${state}`, { count }))
  if (run.untried > 0) summary.push(t('kit:bulk.count.untried', { count: run.untried }))
  const allSucceeded = run.count('refused') + run.count('stuck') + run.untried === 0
  const results = [...run.rows]
    .map((row) => ({ row, outcome: run.outcomes.get(keyOf(row)) }))
    .sort((left, right) => rank(left.outcome) - rank(right.outcome))
  // Shows all failures of a bulk action, but only a few successes.
  const visibleCount =
    results.filter(({ outcome }) => rank(outcome) < rank({ state: 'done' })).length + VISIBLE_DONE_MAX
  return (
    <>
      <Alert type={allSucceeded ? 'success' : 'warning'} showIcon role="status" title={summary.join(' · ')} />
      <table className="carat-table" aria-label={t('kit:bulk.result')}>
        <tbody>
          {results.slice(0, visibleCount).map(({ row, outcome }) => (
            <tr key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              <td>
                <Tag color={outcomeColours[outcome?.state ?? 'untried']} variant="outlined">
                  {t(`kit:bulk.state.${outcome?.state ?? 'untried'}`)}
                </Tag>
                {outcome?.reason !== undefined && <small>{reasonText(outcome.reason)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {results.length > visibleCount && (
        <Muted as="p">{t('kit:bulk.more', { count: results.length - visibleCount })}</Muted>
      )}
    </>
  )
}

const OUTCOME_ORDER = ['refused', 'stuck', 'untried', 'done', 'undone']
const rank = (outcome: CallOutcome | undefined) => OUTCOME_ORDER.indexOf(outcome?.state ?? 'untried')
const outcomeColours = {
  done: 'success',
  undone: 'processing',
  refused: 'error',
  stuck: 'error',
  untried: 'default',
} as const

/** Returns the reason of a failure as text; a reason from the page is already translated. */
const reasonText = (reason: unknown) =>
  reason instanceof Error && !(reason instanceof CallError) ? reason.message : errorText(reason).description
