import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { CallError, heard } from '#kit/web/call.ts'

// What the server wrote into the page: with it a page is there without a call of its own.

type Start = {
  config?: PublicConfig
  /** The answers of the reads that the page begins with, or the refusal. */
  reads?: { path: string; reply?: unknown; refusal?: { statusCode: number; code?: string; message: string } }[]
}

/** What the company is called and in which languages it speaks. */
type PublicConfig = {
  Title: string
  Company: string
  /** Below the base path; without one a gem is drawn. */
  Logo?: string | null
  BusinessTimeZone: string
  Currency: string
  Languages: readonly string[]
}

const read = (): Start => {
  const text = document.getElementById('carat-start')?.textContent
  return text ? JSON.parse(text) : {}
}

let start: Start | undefined
const started = () => {
  start ??= read()
  return start
}

export const config = (): PublicConfig => ({
  Title: 'Carat',
  Company: document.title,
  BusinessTimeZone: 'Asia/Kuala_Lumpur',
  Currency: '',
  Languages: ['en'],
  ...started().config,
})

/** The page begins with a refusal: the server said no before it was drawn. */
export const wasRefused = () => started().reads?.some(({ refusal }) => refusal)

/** The server's answer for this page, once: a page that is opened again asks again. */
export function takeStart<E extends Endpoint>(endpoint: E): { reply: Reply<E> } | { error: CallError } | undefined {
  const { reads = [] } = started()
  const place = reads.findIndex(({ path }) => path === endpoint.path)
  if (place < 0) return undefined
  const [{ reply, refusal }] = reads.splice(place, 1) as [(typeof reads)[number]]
  return refusal ? { error: new CallError(refusal.statusCode, heard(refusal)) } : { reply: reply as Reply<E> }
}
