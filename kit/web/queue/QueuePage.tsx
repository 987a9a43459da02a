import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { PageSubtitle, PageTools } from '../PageTools.tsx'
import { useVisiblePart } from '../useShow.ts'
import type { QueueRow } from './context.ts'
import { type QueueProps, ReviewQueue } from './Queue.tsx'

type Choice<Show extends string> = {
  /** The accessible name of the switch between the parts of a queue page. */
  label: string
  word: (show: Show) => string
  /** The known numbers of pending requests, by part of the queue page. */
  counts?: Partial<Record<Show, number | undefined>>
}

/** Returns the visible part of a queue page, from the URL, and a switch between the parts for the header. */
export function useQueueParts<Show extends string>(
  shows: readonly [Show, ...Show[]],
  { label, word, counts = {} }: Choice<Show>,
) {
  const [show, setShow] = useVisiblePart(shows)
  const tools = (
    <PageTools>
      <Segmented<Show>
        aria-label={label}
        value={show}
        onChange={setShow}
        options={shows.map((value) => {
          const count: number | undefined = counts[value]
          return { value, label: count === undefined ? word(value) : `${word(value)} ${count}` }
        })}
      />
    </PageTools>
  )
  return { show, tools }
}

type RowsQuery<R> = { data: { rows: readonly R[] } | undefined; error: unknown; refetch: () => unknown }

type Props<R> = Omit<QueueProps, 'rows' | 'error' | 'onRetry' | 'open' | 'onOpen' | 'linkTo'> & {
  /** The path of the queue page, to which the id of the open request is added as a parameter. */
  path: string
  /** The query that reads the pending requests of the queue. */
  list: RowsQuery<R>
  rowOf: (row: R) => QueueRow
  /** A line of text below the page's title. */
  about?: string
}

/** A page with a queue. The open request is in the URL. */
export function QueuePage<R>({ path, list, rowOf, about, ...queue }: Props<R>) {
  const { open, setOpen, linkTo } = useReviewed(path)
  return (
    <>
      {about && <PageSubtitle>{about}</PageSubtitle>}
      <ReviewQueue
        {...queue}
        rows={list.data?.rows.map(rowOf)}
        error={list.error}
        onRetry={() => void list.refetch()}
        open={open}
        onOpen={setOpen}
        linkTo={linkTo}
      />
    </>
  )
}

/** Reads and sets the id of the reviewed record in the URL, beside the parameters of the list. */
function useReviewed(path: string) {
  const [address, setAddress] = useSearchParams()
  const requested = address.get('id') ?? ''
  const withId = (from: URLSearchParams, id: number | undefined) => {
    const next = new URLSearchParams(from)
    if (id === undefined) next.delete('id')
    else next.set('id', String(id))
    return next
  }
  return {
    open: /^\d{1,15}$/.test(requested) ? Number(requested) : undefined,
    setOpen: (id: number | undefined) =>
      setAddress((now) => withId(now, id), { replace: true, preventScrollReset: true }),
    linkTo: (id: number) => `${path}?${withId(address, id)}`,
  }
}
