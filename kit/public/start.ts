import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { CallError, parseErrorReply } from '#kit/web/call.ts'

// Data that the server embedded in the HTML, so that a page can render without a call.

type Start = {
  config?: PublicConfig
  /** Replies or refusals of the page's initial reads. */
  reads?: { path: string; reply?: unknown; refusal?: { statusCode: number; code?: string; message: string } }[]
}

/** Name, logo, languages and formats of the company. */
type PublicConfig = {
  Title: string
  Company: string
  /** Path below the base path; a gem icon by default. */
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

/** True if the server refused an initial read. */
export const wasRefused = () => started().reads?.some(({ refusal }) => refusal)

/** Takes the embedded reply of a read. It is returned once; later reads make a call. */
export function takeInitialReply<E extends Endpoint>(
  endpoint: E,
): { reply: Reply<E> } | { error: CallError } | undefined {
  const { reads = [] } = started()
  const index = reads.findIndex(({ path }) => path === endpoint.path)
  if (index < 0) return undefined
  const [{ reply, refusal }] = reads.splice(index, 1) as [(typeof reads)[number]]
  return refusal ? { error: new CallError(refusal.statusCode, parseErrorReply(refusal)) } : { reply: reply as Reply<E> }
}
