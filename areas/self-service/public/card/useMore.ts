import { useState } from 'react'
import type { Endpoint, RequestBody } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/public/useRead.ts'
import { call } from '#kit/web/call.ts'
import { INITIAL_LIST_ROWS, type LoadedListRows, loadMoreRows } from './load-more.ts'

type ListCall<Row> = Endpoint & { reply: { _output: { count: number; rows: Row[] } } }

/** A list that loads more rows on request and keeps loaded rows visible meanwhile. */
export function useLoadMoreList<Row>(endpoint: ListCall<Row>, Search: object = {}) {
  const pageOf = (page: object) => ({ Search, ...page }) as RequestBody<typeof endpoint>
  const read = useRead(endpoint, pageOf({ Rows: INITIAL_LIST_ROWS }))
  const first = read.data as LoadedListRows<Row> | undefined
  const [grown, setGrown] = useState<LoadedListRows<Row> & { first: typeof first }>()
  const [progress, setProgress] = useState<{ loading: boolean; error?: unknown }>({ loading: false })
  const { count, rows } = (grown?.first === first ? grown : first) ?? { count: 0, rows: [] }

  const more = () => {
    setProgress({ loading: true })
    loadMoreRows<Row>((page) => call(endpoint, pageOf(page)) as Promise<LoadedListRows<Row>>, { count, rows }).then(
      (next) => {
        setGrown({ ...next, first })
        setProgress({ loading: false })
      },
      (error: unknown) => setProgress({ loading: false, error }),
    )
  }
  return {
    ...read,
    count,
    rows,
    more: rows.length < count ? more : undefined,
    loadingMore: progress.loading,
    moreError: progress.error,
  }
}
