import { GripVerticalIcon } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useT } from '#kit/web/i18n.ts'
import './sortable.css'

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Without it the order is only shown. */
  onMove?: ((from: number, to: number) => unknown) | undefined
  /** A move is on its way: no other begins. */
  busy?: boolean
  children: (row: Row, place: number, handle: ReactNode) => ReactNode
}

/** How near to the edge of the window a dragged row makes the page follow, and how fast. */
const EDGE = 72
const STEP = 14

type Drag = { from: number; to: number; by: number }

/** Rows in an order that people change: by dragging a handle, or by the arrow keys on it. Pages offer buttons beside it. */
export function SortableList<Row>({ rows, keyOf, nameOf, onMove, busy = false, children }: Props<Row>) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const start = useRef<{ pointer: number; y: number; places: DOMRect[]; scrolled: number }>(undefined)
  const [drag, setDrag] = useState<Drag>()
  // Shown where they were dropped until the page brings them in their new order, or says why it does not.
  const [moved, setMoved] = useState<{ of: readonly Row[]; order: readonly Row[] }>()
  const order = moved?.of === rows ? moved.order : rows
  useFocusAfterMove(list, order.map(keyOf).join())

  const move = (from: number, to: number) => {
    if (busy || to < 0 || to >= order.length || to === from) return
    const next = [...order]
    next.splice(to, 0, ...next.splice(from, 1))
    setMoved({ of: rows, order: next })
    Promise.resolve(onMove?.(from, to)).catch(() => setMoved(undefined))
  }
  const begin = (from: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const places = [...list.current.children].map((one) => one.getBoundingClientRect())
    start.current = { pointer: event.pointerId, y: event.clientY, places, scrolled: scrollY }
    setDrag({ from, to: from, by: 0 })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const began = start.current
    if (!drag || began?.pointer !== event.pointerId) return
    if (event.clientY < EDGE) scrollBy(0, -STEP)
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP)
    const by = event.clientY - began.y + scrollY - began.scrolled
    const middle = (place: DOMRect) => place.top + place.height / 2
    const now = middle(began.places[drag.from]!) + by
    const to = began.places.filter((place, index) => index !== drag.from && middle(place) < now).length
    setDrag({ ...drag, to, by })
  }
  const end = (dropped: boolean) => () => {
    start.current = undefined
    setDrag(undefined)
    if (drag && dropped) move(drag.from, drag.to)
  }
  const byKey = (from: number) => (event: KeyboardEvent) => {
    const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === 'Escape' && drag) end(false)()
    if (way === 0) return
    event.preventDefault()
    move(from, from + way)
  }
  const styleOf = (place: number): CSSProperties | undefined => {
    if (!drag) return undefined
    if (place === drag.from) return { transform: `translateY(${drag.by}px)`, position: 'relative', zIndex: 2 }
    const height = start.current?.places[drag.from]?.height ?? 0
    const gap = 12
    const shift = place > drag.from && place <= drag.to ? -1 : place < drag.from && place >= drag.to ? 1 : 0
    return { transform: shift ? `translateY(${shift * (height + gap)}px)` : undefined, transition: 'transform 120ms' }
  }
  return (
    <ol ref={list} className="carat-stack carat-sortable">
      {order.map((row, place) => (
        <li key={keyOf(row)} style={styleOf(place)}>
          {children(
            row,
            place,
            onMove && (
              <button
                type="button"
                data-handle
                className="carat-handle"
                aria-label={t('feedback:sorting.handle', { name: nameOf(row) })}
                title={t('feedback:sorting.hint')}
                onPointerDown={begin(place)}
                onPointerMove={follow}
                onPointerUp={end(true)}
                onPointerCancel={end(false)}
                onKeyDown={byKey(place)}
              >
                <GripVerticalIcon aria-hidden size={18} />
              </button>
            ),
          )}
        </li>
      ))}
    </ol>
  )
}

/** A row that is moved in the document loses the focus that its handle had. */
function useFocusAfterMove(list: RefObject<HTMLElement | null>, order: string) {
  const focused = useRef<Element>(null)
  const before = useRef(order)
  useLayoutEffect(() => {
    if (before.current !== order && focused.current?.isConnected && document.activeElement === document.body)
      (focused.current as HTMLElement).focus()
    before.current = order
  })
  useEffect(() => {
    const element = list.current
    const keep = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element && target.matches('[data-handle]') ? target : null
    }
    element?.addEventListener('focusin', keep)
    return () => element?.removeEventListener('focusin', keep)
  }, [list])
}
