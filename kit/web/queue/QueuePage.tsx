import { Segmented } from 'antd'
import { PageAbout, PageTools } from '../PageTools.tsx'
import { useShow } from '../useShow.ts'
import type { QueueRow } from './context.ts'
import { Queue, type QueueProps } from './Queue.tsx'
import { useReviewed } from './useReviewed.ts'

type Choice<Show extends string> = {
  /** What the switch chooses, for screen readers. */
  label: string
  word: (show: Show) => string
  /** How many wait, of the parts of which that is known. */
  counts?: Partial<Record<Show, number | undefined>>
}

/** Which part of a queue's page is shown, by the address, and the switch between them in the page's header. */
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

type Listed<R> = { data: { rows: readonly R[] } | undefined; error: unknown; refetch: () => unknown }

type Props<R> = Omit<QueueProps, 'rows' | 'error' | 'onRetry' | 'open' | 'onOpen' | 'linkTo'> & {
  /** Where the page is; which of its rows is open stands behind it. */
  path: string
  /** The reading of those that wait. */
  list: Listed<R>
  rowOf: (row: R) => QueueRow
  /** What the page is about, in one line below its title. */
  about?: string
}

/** The page of a queue: which one is open stands in the address. */
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
