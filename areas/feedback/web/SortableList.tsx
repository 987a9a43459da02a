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
  /** Called with the new order of the rows. Without this callback the order is read-only. */
  onMove?: ((from: number, to: number) => unknown) | undefined
  /** True while a move of a row is being saved. No other move can start meanwhile. */
  busy?: boolean
  children: (row: Row, index: number, handle: ReactNode) => ReactNode
}

/** The distance from the window edge at which dragging scrolls the page, and the scroll step, in pixels. */
const EDGE = 72
const STEP = 14

type Drag = { from: number; to: number; by: number }

/**
 * A list that users reorder by dragging a handle, or with the arrow keys on it.
 * Pages with the list have buttons as an alternative to dragging.
 */
export function SortableList<Row>({ rows, keyOf, nameOf, onMove, busy = false, children }: Props<Row>) {
  const t = useT()
  const list = useRef<HTMLOListElement>(null)
  const start = useRef<{ pointer: number; y: number; boxes: DOMRect[]; scrolled: number }>(undefined)
  const [drag, setDrag] = useState<Drag>()
  // The list shows the new order until the page passes the new rows, or until the move fails.
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
    const boxes = [...list.current.children].map((item) => item.getBoundingClientRect())
    start.current = { pointer: event.pointerId, y: event.clientY, boxes, scrolled: scrollY }
    setDrag({ from, to: from, by: 0 })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const began = start.current
    if (!drag || began?.pointer !== event.pointerId) return
    if (event.clientY < EDGE) scrollBy(0, -STEP)
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP)
    const by = event.clientY - began.y + scrollY - began.scrolled
    const middle = (box: DOMRect) => box.top + box.height / 2
    const now = middle(began.boxes[drag.from]!) + by
    const to = began.boxes.filter((box, index) => index !== drag.from && middle(box) < now).length
    setDrag({ ...drag, to, by })
  }
  const end = (dropped: boolean) => () => {
    start.current = undefined
    setDrag(undefined)
    if (drag && dropped) move(drag.from, drag.to)
  }
  const byKey = (from: number) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === 'Escape' && drag) end(false)()
    if (step === 0) return
    event.preventDefault()
    move(from, from + step)
  }
  const styleOf = (index: number): CSSProperties | undefined => {
    if (!drag) return undefined
    if (index === drag.from) return { transform: `translateY(${drag.by}px)`, position: 'relative', zIndex: 2 }
    const height = start.current?.boxes[drag.from]?.height ?? 0
    const gap = 12
    const shift = index > drag.from && index <= drag.to ? -1 : index < drag.from && index >= drag.to ? 1 : 0
    return { transform: shift ? `translateY(${shift * (height + gap)}px)` : undefined, transition: 'transform 120ms' }
  }
  return (
    <ol ref={list} className="carat-stack carat-sortable">
      {order.map((row, index) => (
        <li key={keyOf(row)} style={styleOf(index)}>
          {children(
            row,
            index,
            onMove && (
              <button
                type="button"
                data-handle
                className="carat-handle"
                aria-label={t('feedback:sorting.handle', { name: nameOf(row) })}
                title={t('feedback:sorting.hint')}
                onPointerDown={begin(index)}
                onPointerMove={follow}
                onPointerUp={end(true)}
                onPointerCancel={end(false)}
                onKeyDown={byKey(index)}
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

/** Restores the focus of a row's handle, because the browser drops it when the row moves in the document. */
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
