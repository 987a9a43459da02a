import { useState } from 'react'
import type { Endpoint, Sent } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/public/useRead.ts'
import { call } from '#kit/web/call.ts'
import { AT_FIRST, grow, type Shown } from './growing.ts'

type ListCall<Row> = Endpoint & { reply: { _output: { count: number; rows: Row[] } } }

/** A list that grows when it is asked to, to its end; what was read stays while more is on its way. */
export function useMore<Row>(endpoint: ListCall<Row>, Search: object = {}) {
  const pageOf = (page: object) => ({ Search, ...page }) as Sent<typeof endpoint>
  const read = useRead(endpoint, pageOf({ Rows: AT_FIRST }))
  const first = read.data as Shown<Row> | undefined
  const [grown, setGrown] = useState<Shown<Row> & { first: typeof first }>()
  const [turn, setTurn] = useState<{ loading: boolean; error?: unknown }>({ loading: false })
  const { count, rows } = (grown?.first === first ? grown : first) ?? { count: 0, rows: [] }

  const more = () => {
    setTurn({ loading: true })
    grow<Row>((page) => call(endpoint, pageOf(page)) as Promise<Shown<Row>>, { count, rows }).then(
      (next) => {
        setGrown({ ...next, first })
        setTurn({ loading: false })
      },
      (error: unknown) => setTurn({ loading: false, error }),
    )
  }
  return {
    ...read,
    count,
    rows,
    more: rows.length < count ? more : undefined,
    loadingMore: turn.loading,
    moreError: turn.error,
  }
}
