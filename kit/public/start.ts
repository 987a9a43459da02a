import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { CallError, parseErrorReply } from '#kit/web/call.ts'

// Data that the server embeds in the HTML, so that a page can render without a call.

type Start = {
  config?: PublicConfig
  /** The embedded replies or errors of the calls that the page makes when it opens. */
  reads?: { path: string; reply?: unknown; refusal?: { statusCode: number; code?: string; message: string } }[]
}

/** The company's name, logo, languages and formats. */
type PublicConfig = {
  Title: string
  Company: string
  /** The path of the logo below the base path; pages without a logo show a gem icon. */
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

export const publicConfig = (): PublicConfig => ({
  Title: 'Carat',
  Company: document.title,
  BusinessTimeZone: 'Asia/Kuala_Lumpur',
  Currency: '',
  Languages: ['en'],
  ...started().config,
})

/** True if the server refused an initial read of the page. */
export const wasInitialReadRefused = () => started().reads?.some(({ refusal }) => refusal)

/** Returns the embedded reply of a read, but only the first time; later reads make a call. */
export function takeInitialReply<E extends Endpoint>(
  endpoint: E,
): { reply: Reply<E> } | { error: CallError } | undefined {
  const { reads = [] } = started()
  const index = reads.findIndex(({ path }) => path === endpoint.path)
  if (index < 0) return undefined
  const [{ reply, refusal }] = reads.splice(index, 1) as [(typeof reads)[number]]
  return refusal ? { error: new CallError(refusal.statusCode, parseErrorReply(refusal)) } : { reply: reply as Reply<E> }
}
