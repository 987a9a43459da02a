import { CheckIcon } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n.ts'
import { classes } from '../Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '../States.tsx'
import { useListedShortcut, useShortcut } from '../shortcuts.ts'
import { useMedia } from '../useMedia.ts'
import { type Kept, type Place, QueueContext, type QueueRow, UNDO_S } from './context.ts'
import { QueueEntry } from './Row.tsx'
import './queue.css'

export type QueueProps = {
  /** What waits in it: its name for screen readers. */
  label: string
  rows: readonly QueueRow[] | undefined
  error?: unknown
  onRetry: () => void
  /** Which one is looked at, by the address. */
  open: number | undefined
  onOpen: (id: number | undefined) => void
  linkTo: (id: number) => string
  /** Parts of the list, in their order; rows name theirs. */
  groups?: readonly { key: string; title: string }[]
  /** What rows of each kind are called on its chip. */
  kinds?: Readonly<Record<string, string>>
  /** What narrows the list, above it: a control of the page's own. */
  filter?: ReactNode
  empty: { title: string; hint?: string }
  /** The whole of one, a `QueueReview`. */
  review: (id: number) => ReactNode
}

/**
 * What waits for somebody, one beside the other: the list at the start, the review of one beside it. After a decision
 * nothing moves: the row says what happened, and the next one opens by one's own click or by J.
 */
export function Queue({
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
  const [told, setTold] = useState<ReadonlyMap<number, Kept>>(new Map())
  const outcomes = useMemo(() => new Map([...told].filter(([, { undone }]) => !undone)), [told])
  const [kind, setKind] = useState<string>()
  const shown = useKept(rows, told)
  const focusHead = useRef(false)

  const ordered = useMemo(() => inGroups(shown, groups, kind), [shown, groups, kind])
  const flat = ordered.flatMap(({ rows: part }) => part)
  const current = open ?? (wide ? flat[0]?.id : undefined)
  useNamedInAddress(open === undefined ? current : undefined, onOpen)
  const at = flat.findIndex(({ id }) => id === current)
  const moveTo = (row: QueueRow | undefined) =>
    row &&
    (() => {
      focusHead.current = true
      onOpen(row.id)
    })
  const previous = moveTo(at > 0 ? flat[at - 1] : undefined)
  const next = moveTo(flat[at + 1])
  const back = open === undefined || wide ? undefined : () => onOpen(undefined)

  const undo = async (outcome: Kept) => {
    await outcome.undo?.()
    setTold((now) => new Map(now).set(outcome.id, { ...outcome, undone: true }))
  }
  const last = [...outcomes.values()].filter((outcome) => outcome.undo).at(-1)
  useShortcut('j', 'kit:queue.next', () => next?.(), { enabled: next !== undefined })
  useShortcut('k', 'kit:queue.previous', () => previous?.(), { enabled: previous !== undefined })
  useShortcut('u', 'kit:undo.undo', () => last && last.until > Date.now() && void undo(last).catch(() => {}), {
    enabled: last !== undefined,
  })
  useShortcut('escape', 'kit:verbs.back', () => back?.(), { enabled: back !== undefined, whileTyping: true })
  useListedShortcut('enter', 'kit:queue.decide')

  const place: Place = {
    decided: (outcome) =>
      setTold((now) => new Map(now).set(outcome.id, { ...outcome, until: Date.now() + UNDO_S * 1000 })),
    outcomeOf: (id) => outcomes.get(id),
    undo,
    at,
    count: flat.length,
    previous,
    next,
    back,
    focusHead,
  }

  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />
  if (!rows) return <LoadingState rows={6} />
  const isEmpty = shown.length === 0
  if (isEmpty && open === undefined)
    return (
      <section className="carat-queue carat-queue-empty" aria-label={label}>
        <EmptyState title={empty.title} hint={empty.hint} icon={<CheckIcon />} />
      </section>
    )
  const showsList = wide ? !isEmpty : open === undefined
  return (
    <QueueContext value={place}>
      <section
        className={classes('carat-queue', showsList && current !== undefined && 'carat-queue-both')}
        aria-label={label}
      >
        {showsList && (
          <div className="carat-queue-list">
            {filter && <div className="carat-queue-chips">{filter}</div>}
            <KindChips rows={shown} outcomes={outcomes} kinds={kinds} kind={kind} onKind={setKind} />
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
                    {part.map((row) => (
                      <QueueEntry key={row.id} row={row} to={linkTo(row.id)} current={row.id === current} />
                    ))}
                  </ul>
                </section>
              ))}
              {flat.length === 0 && <EmptyState title={t('kit:queue.noneOfKind')} />}
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

/** What is shown first is named in the address as well, so that no newer request takes its place. */
function useNamedInAddress(first: number | undefined, onOpen: (id: number) => void) {
  const latest = useRef(onOpen)
  useLayoutEffect(() => {
    latest.current = onOpen
  })
  useEffect(() => {
    if (first !== undefined) latest.current(first)
  }, [first])
}

/** Rows as they were shown first: what was decided or undone stays where it stood, and what is new comes last. */
function useKept(rows: readonly QueueRow[] | undefined, told: ReadonlyMap<number, Kept>): readonly QueueRow[] {
  const kept = useRef<readonly QueueRow[]>([])
  const present = new Map(rows?.map((row) => [row.id, row]))
  const known = new Set(kept.current.map(({ id }) => id))
  const shown = !rows
    ? kept.current
    : [
        ...kept.current.flatMap((row) => present.get(row.id) ?? (told.has(row.id) ? [row] : [])),
        ...rows.filter(({ id }) => !known.has(id)),
      ]
  useLayoutEffect(() => {
    kept.current = shown
  })
  return shown
}

function inGroups(rows: readonly QueueRow[], groups: QueueProps['groups'], kind: string | undefined) {
  const chosen = kind === undefined ? rows : rows.filter((row) => row.kind === kind)
  const parts: { key: string; title: string | undefined; rows: readonly QueueRow[] }[] = groups
    ? groups.map(({ key, title }) => ({ key, title, rows: chosen.filter((row) => row.group === key) }))
    : [{ key: 'all', title: undefined, rows: chosen }]
  return parts.filter((part) => part.rows.length > 0)
}

type ChipsProps = {
  rows: readonly QueueRow[]
  outcomes: ReadonlyMap<number, Kept>
  kinds: QueueProps['kinds']
  kind: string | undefined
  onKind: (kind: string | undefined) => void
}

/** One kind of request at a time, with how many of it wait. */
function KindChips({ rows, outcomes, kinds, kind, onKind }: ChipsProps) {
  const t = useT()
  const present = Object.entries(kinds ?? {}).filter(([name]) => rows.some((row) => row.kind === name))
  if (present.length < 2) return null
  const waiting = (name: string) => rows.filter((row) => row.kind === name && !outcomes.has(row.id)).length
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
            {title} <span className="carat-figure">{waiting(name)}</span>
          </>,
        ),
      )}
    </fieldset>
  )
}
