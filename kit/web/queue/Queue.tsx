import { Button } from 'antd'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { joinClassNames } from '../Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '../States.tsx'
import { useListedShortcut, useShortcut } from '../shortcuts.ts'
import { useMedia } from '../useMedia.ts'
import { DECISION_UNDO_SECONDS, type DecidedOutcome, QueueContext, type QueueRow, type QueueState } from './context.ts'
import { QueueEntry } from './Row.tsx'
import './queue.css'

export type QueueProps = {
  /** The accessible name of the list of requests. */
  label: string
  rows: readonly QueueRow[] | undefined
  error?: unknown
  onRetry: () => void
  /** The id of the request that the URL opens. */
  open: number | undefined
  onOpen: (id: number | undefined) => void
  linkTo: (id: number) => string
  /** The groups of the queue in display order. Each row refers to its group by key. */
  groups?: readonly { key: string; title: string }[]
  /** The label of the queue's filter chip for each kind of request. */
  kinds?: Readonly<Record<string, string>>
  /** The page's own filter control, above the queue. */
  filter?: ReactNode
  empty: { title: string; hint?: string }
  /** Renders the review of a request, usually a `QueueReview`. */
  review: (id: number) => ReactNode
}

const undoDeadline = () => Date.now() + DECISION_UNDO_SECONDS * 1000

/**
 * Shows pending requests: the list at the start, and the review of the open request beside the list.
 * After a decision the row stays in place and shows the outcome. The user opens the next request by a click or J.
 */
export function ReviewQueue({
  label,
  rows,
  error,
  onRetry,
  open,
  onOpen,
  linkTo,
  groups,
  kinds,
  filter,
  empty,
  review,
}: QueueProps) {
  const t = useT()
  const wide = useMedia('(min-width: 992px)')
  const [decided, setDecided] = useState<ReadonlyMap<number, DecidedOutcome>>(new Map())
  const outcomes = useMemo(() => new Map([...decided].filter(([, { undone }]) => !undone)), [decided])
  const [kind, setKind] = useState<string>()
  const stableRows = useStableRows(rows, decided)
  const focusHead = useRef(false)

  const ordered = useMemo(() => inGroups(stableRows, groups, kind), [stableRows, groups, kind])
  const flatRows = ordered.flatMap(({ rows: part }) => part)
  const { isVisible, more } = usePhoneRows(flatRows, wide)
  const current = open ?? (wide ? flatRows[0]?.id : undefined)
  useNamedInAddress(open === undefined ? current : undefined, onOpen)
  const position = flatRows.findIndex(({ id }) => id === current)
  const moveTo = (row: QueueRow | undefined) =>
    row &&
    (() => {
      focusHead.current = true
      onOpen(row.id)
    })
  const previous = moveTo(position > 0 ? flatRows[position - 1] : undefined)
  const next = moveTo(flatRows[position + 1])
  const back = open === undefined || wide ? undefined : () => onOpen(undefined)

  const undo = async (outcome: DecidedOutcome) => {
    await outcome.undo?.()
    setDecided((now) => new Map(now).set(outcome.id, { ...outcome, undone: true }))
  }
  const last = [...outcomes.values()].filter((outcome) => outcome.undo).at(-1)
  useShortcut('j', 'kit:queue.next', () => next?.(), { enabled: next !== undefined })
  useShortcut('k', 'kit:queue.previous', () => previous?.(), { enabled: previous !== undefined })
  useShortcut('u', 'kit:undo.undo', () => last && last.until > Date.now() && void undo(last).catch(() => {}), {
    enabled: last !== undefined,
  })
  useShortcut('escape', 'kit:verbs.back', () => back?.(), { enabled: back !== undefined, whileTyping: true })
  useListedShortcut('enter', 'kit:queue.decide')

  const queueState: QueueState = {
    decided: (outcome) => setDecided((now) => new Map(now).set(outcome.id, { ...outcome, until: undoDeadline() })),
    outcomeOf: (id) => outcomes.get(id),
    undo,
    at: position,
    count: flatRows.length,
    previous,
    next,
    back,
    focusHead,
  }

  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />
  if (!rows) return <LoadingState rows={6} />
  const isEmpty = stableRows.length === 0
  if (isEmpty && open === undefined)
    return (
      <section className="carat-queue carat-queue-empty" aria-label={label}>
        <EmptyState title={empty.title} hint={empty.hint} icon={<CheckIcon />} />
      </section>
    )
  const showsList = wide ? !isEmpty : open === undefined
  return (
    <QueueContext value={queueState}>
      <section
        className={joinClassNames('carat-queue', showsList && current !== undefined && 'carat-queue-both')}
        aria-label={label}
      >
        {showsList && (
          <div className="carat-queue-list">
            {filter && <div className="carat-queue-chips">{filter}</div>}
            <KindChips rows={stableRows} outcomes={outcomes} kinds={kinds} kind={kind} onKind={setKind} />
            <div className="carat-queue-scroll">
              {ordered.map(({ key, title, rows: part }) => (
                <section key={key} aria-label={title ?? label}>
                  {title && (
                    <h2 className="carat-queue-group">
                      {title}
                      <span>{part.filter(({ id }) => !outcomes.has(id)).length}</span>
                    </h2>
                  )}
                  <ul>
                    {part.filter(isVisible).map((row) => (
                      <QueueEntry key={row.id} row={row} to={linkTo(row.id)} current={row.id === current} />
                    ))}
                  </ul>
                </section>
              ))}
              {more}
              {flatRows.length === 0 && <EmptyState title={t('kit:queue.noneOfKind')} />}
            </div>
          </div>
        )}
        {current !== undefined && (
          <Suspense
            fallback={
              <div className="carat-queue-review carat-queue-body">
                <LoadingState rows={6} />
              </div>
            }
          >
            {review(current)}
          </Suspense>
        )}
      </section>
    </QueueContext>
  )
}

/** Writes the first shown request into the URL, so that a newer request does not take its place. */
function useNamedInAddress(first: number | undefined, onOpen: (id: number) => void) {
  const latest = useRef(onOpen)
  useLayoutEffect(() => {
    latest.current = onOpen
  })
  useEffect(() => {
    if (first !== undefined) latest.current(first)
  }, [first])
}

/** Returns the rows of a queue in the order of their first display. Decided rows keep their position, new rows come last. */
function useStableRows(
  rows: readonly QueueRow[] | undefined,
  decided: ReadonlyMap<number, DecidedOutcome>,
): readonly QueueRow[] {
  const previousRows = useRef<readonly QueueRow[]>([])
  const present = new Map(rows?.map((row) => [row.id, row]))
  const knownIds = new Set(previousRows.current.map(({ id }) => id))
  const stableRows = !rows
    ? previousRows.current
    : [
        ...previousRows.current.flatMap((row) => present.get(row.id) ?? (decided.has(row.id) ? [row] : [])),
        ...rows.filter(({ id }) => !knownIds.has(id)),
      ]
  useLayoutEffect(() => {
    previousRows.current = stableRows
  })
  return stableRows
}

function inGroups(rows: readonly QueueRow[], groups: QueueProps['groups'], kind: string | undefined) {
  const rowsOfKind = kind === undefined ? rows : rows.filter((row) => row.kind === kind)
  const parts: { key: string; title: string | undefined; rows: readonly QueueRow[] }[] = groups
    ? groups.map(({ key, title }) => ({ key, title, rows: rowsOfKind.filter((row) => row.group === key) }))
    : [{ key: 'all', title: undefined, rows: rowsOfKind }]
  return parts.filter((part) => part.rows.length > 0)
}

type ChipsProps = {
  rows: readonly QueueRow[]
  outcomes: ReadonlyMap<number, DecidedOutcome>
  kinds: QueueProps['kinds']
  kind: string | undefined
  onKind: (kind: string | undefined) => void
}

/** Filters the requests of a queue by kind. Each chip shows the number of undecided requests. */
function KindChips({ rows, outcomes, kinds, kind, onKind }: ChipsProps) {
  const t = useT()
  const present = Object.entries(kinds ?? {}).filter(([name]) => rows.some((row) => row.kind === name))
  if (present.length < 2) return null
  const undecidedCount = (name: string) => rows.filter((row) => row.kind === name && !outcomes.has(row.id)).length
  const chip = (key: string | undefined, text: ReactNode) => (
    <button
      key={key ?? ''}
      type="button"
      className="carat-queue-chip"
      aria-pressed={kind === key}
      onClick={() => onKind(key)}
    >
      {text}
    </button>
  )
  return (
    <fieldset className="carat-queue-chips" aria-label={t('kit:queue.kinds')}>
      {chip(undefined, t('kit:queue.allKinds'))}
      {present.map(([name, title]) =>
        chip(
          name,
          <>
            {title} <span className="carat-figure">{undecidedCount(name)}</span>
          </>,
        ),
      )}
    </fieldset>
  )
}

/** The number of rows that a queue shows at a time on a phone, so that the page stays short. */
const PHONE_ROWS = 30

function usePhoneRows(rows: readonly QueueRow[], wide: boolean) {
  const t = useT()
  const [count, setCount] = useState(PHONE_ROWS)
  const visible = new Set(wide ? rows : rows.slice(0, count))
  const more = visible.size < rows.length && (
    <Button block onClick={() => setCount(count + PHONE_ROWS)}>
      {t('kit:state.more')}
    </Button>
  )
  return { isVisible: (row: QueueRow) => visible.has(row), more }
}
