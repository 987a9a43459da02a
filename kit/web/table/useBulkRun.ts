import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { refetchOnceAfter } from '../renewal.ts'
import { type BulkAction, type CallOutcome, callWithRetry, firstRowPerSubject, runForEachRow } from './bulk.ts'
import type { ListEndpoint } from './list.ts'
import { clearRecentChanges } from './touched.ts'

type Step = 'ask' | 'running' | 'finished'

/** Runs a bulk action and returns its step, the outcome of each row, and the undo function. */
export function useBulkRun<Row extends object>(
  action: BulkAction<Row>,
  list: ListEndpoint,
  keyOf: (row: Row) => string,
  onDone: (keys: ReadonlySet<string>) => void,
) {
  const t = useT()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('ask')
  const [rows, setRows] = useState<readonly Row[]>([])
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, CallOutcome>>(new Map())
  const stopped = useRef(false)

  const runRows = async (
    rowsToRun: readonly Row[],
    processRow: (row: Row) => Promise<CallOutcome>,
    start: ReadonlyMap<string, CallOutcome>,
  ) => {
    const results = new Map(start)
    stopped.current = false
    setStep('running')
    await refetchOnceAfter(client, () =>
      runForEachRow(
        rowsToRun,
        processRow,
        (row, outcome) => {
          results.set(keyOf(row), outcome)
          setOutcomes(new Map(results))
        },
        () => stopped.current,
      ),
    )
    clearRecentChanges(client, list)
    setStep('finished')
    return results
  }

  return {
    step,
    rows,
    outcomes,
    stop: () => {
      stopped.current = true
    },
    async start(ticked: readonly Row[], reason: string) {
      const subjectRows = firstRowPerSubject(ticked, action.about)
      setRows(subjectRows)
      const results = await runRows(
        subjectRows,
        async (row) => {
          const refusal = action.refuse?.(row)
          return refusal
            ? { state: 'refused', reason: new Error(refusal) }
            : callWithRetry(() => action.each(row, reason), 'done', 'refused')
        },
        new Map(),
      )
      const subjectOf = action.about ?? keyOf
      const done = new Set(subjectRows.filter((row) => results.get(keyOf(row))?.state === 'done').map(subjectOf))
      onDone(new Set(ticked.filter((row) => done.has(subjectOf(row))).map(keyOf)))
    },
    /** Undoes the successful rows. Rows that cannot be undone get a reason. */
    async undo() {
      const done = rows.filter((row) => outcomes.get(keyOf(row))?.state === 'done')
      const undo = action.undo
      if (!undo) return
      await runRows(
        done,
        (row) => callWithRetry(() => undo(row, outcomes.get(keyOf(row))?.reply), 'undone', 'stuck'),
        outcomes,
      )
    },
    count: (state: CallOutcome['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length,
    /** The number of rows that have no outcome because the user stopped the bulk action. */
    untried: rows.filter((row) => !outcomes.has(keyOf(row))).length,
    title: (count: number) => t('kit:bulk.question', { action: action.label, count }),
  }
}
