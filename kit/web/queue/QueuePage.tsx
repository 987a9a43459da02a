import { Segmented } from 'antd'
import { PageAbout, PageTools } from '../PageTools.tsx'
import { useShow } from '../useShow.ts'
import type { QueueRow } from './context.ts'
import { Queue, type QueueProps } from './Queue.tsx'
import { useReviewed } from './useReviewed.ts'

type Choice<Show extends string> = {
  /** The accessible name of the switch. */
  label: string
  word: (show: Show) => string
  /** The number of pending requests by part, where known. */
  counts?: Partial<Record<Show, number | undefined>>
}

/** The part of a queue's page that is shown, from the URL, and the switch between the parts in the page's header. */
export function useQueueShows<Show extends string>(
  shows: readonly [Show, ...Show[]],
  { label, word, counts = {} }: Choice<Show>,
) {
  const [show, setShow] = useShow(shows)
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
  /** The path of the page; the open row is added as a parameter. */
  path: string
  /** The query of the pending requests. */
  list: RowsQuery<R>
  rowOf: (row: R) => QueueRow
  /** A line below the page's title. */
  about?: string
}

/** A page with a queue; the open request is in the URL. */
export function QueuePage<R>({ path, list, rowOf, about, ...queue }: Props<R>) {
  const { open, setOpen, linkTo } = useReviewed(path)
  return (
    <>
      {about && <PageAbout>{about}</PageAbout>}
      <Queue
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
