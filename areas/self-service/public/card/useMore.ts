import { useState } from 'react'
import type { Endpoint, Sent } from '#kit/contract/endpoint.ts'
import { useRead } from '#kit/public/useRead.ts'

type ListCall<Row> = Endpoint & { reply: { _output: { count: number; rows: Row[] } } }

const AT_FIRST = 20
const MORE = 40
const MOST = 1000

/** A list that grows when it is asked to; what was read stays while more is on its way. */
export function useMore<Row>(endpoint: ListCall<Row>, Search: object = {}) {
  const [asked, setAsked] = useState(AT_FIRST)
  const read = useRead(endpoint, { Search, Rows: asked } as Sent<typeof endpoint>)
  const { count = 0, rows = [] } = (read.data ?? {}) as { count?: number; rows?: Row[] }
  const more = () => setAsked((before) => Math.min(MOST, before + MORE))
  return { ...read, count, rows, more: rows.length < Math.min(count, MOST) ? more : undefined }
}
