import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { together } from '../renewal.ts'
import { type BulkAction, type Outcome, oncePerSubject, outcomeOf, runEach } from './bulk.ts'
import type { ListEndpoint } from './list.ts'
import { forgetChanges } from './touched.ts'

type Step = 'ask' | 'running' | 'finished'

/** A bulk action on its way: the outcome of each row, how far it is, and its undo. */
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
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const stopped = useRef(false)

  const through = async (
    some: readonly Row[],
    each: (row: Row) => Promise<Outcome>,
    start: ReadonlyMap<string, Outcome>,
  ) => {
    const results = new Map(start)
    stopped.current = false
    setStep('running')
    await together(client, () =>
      runEach(
        some,
        each,
        (row, outcome) => {
          results.set(keyOf(row), outcome)
          setOutcomes(new Map(results))
        },
        () => stopped.current,
      ),
    )
    forgetChanges(client, list)
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
      const each = oncePerSubject(ticked, action.about)
      setRows(each)
      const results = await through(
        each,
        async (row) => {
          const no = action.refuse?.(row)
          return no
            ? { state: 'refused', reason: new Error(no) }
            : outcomeOf(() => action.each(row, reason), 'done', 'refused')
        },
        new Map(),
      )
      const about = action.about ?? keyOf
      const done = new Set(each.filter((row) => results.get(keyOf(row))?.state === 'done').map(about))
      onDone(new Set(ticked.filter((row) => done.has(about(row))).map(keyOf)))
    },
    /** Takes back what was done; what cannot be taken back says why. */
    async undo() {
      const done = rows.filter((row) => outcomes.get(keyOf(row))?.state === 'done')
      const undo = action.undo
      if (!undo) return
      await through(
        done,
        (row) => outcomeOf(() => undo(row, outcomes.get(keyOf(row))?.reply), 'undone', 'stuck'),
        outcomes,
      )
    },
    count: (state: Outcome['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length,
    /** How far the present run is in words for the bar: a stopped one leaves rows that were not tried. */
    untried: rows.filter((row) => !outcomes.has(keyOf(row))).length,
    title: (count: number) => t('kit:bulk.question', { action: action.label, count }),
  }
}
