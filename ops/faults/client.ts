import { Agent, request } from 'node:http'

export type Answer = { status: number; body: Record<string, unknown>; ms: number; retryAfter: string | undefined }

/** Thrown if no reply arrived because the connection broke or was refused. */
export class NoAnswer extends Error {}

export type Client = {
  call: (
    path: string,
    body?: unknown,
    more?: { key?: string; method?: string; headers?: Record<string, string> },
  ) => Promise<Answer>
  close: () => void
}

/** Shorter than the server's 5 s, as in deploy/nginx.conf, so that the server closes no connection about to be used. */
const KEPT_MS = 4_000

/** Creates an HTTP client like a till's, with keep-alive and one account. `base` may change after a restart. */
export function createClient(base: () => string, token?: string, timeout = 30_000): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: KEPT_MS })
  return {
    close: () => agent.destroy(),
    call(path, body, { key, method, headers } = {}) {
      const began = performance.now()
      const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      return new Promise((resolve, reject) => {
        const clientRequest = request(
          `${base()}${path}`,
          {
            method: method ?? (payload === undefined ? 'GET' : 'POST'),
            agent,
            timeout,
            headers: {
              ...(payload !== undefined && { 'content-type': 'application/json' }),
              ...(token && { authorization: `Bearer ${token}` }),
              ...(key && { 'idempotency-key': key }),
              ...headers,
            },
          },
          (reply) => {
            let text = ''
            reply.setEncoding('utf8')
            reply.on('data', (chunk: string) => {
              text += chunk
            })
            reply.on('error', (error) => reject(new NoAnswer(error.message)))
            reply.on('close', () => {
              // A reply that was cut off counts as no reply.
              if (!reply.complete) reject(new NoAnswer('cut'))
            })
            reply.on('end', () => {
              const retryAfter = reply.headers['retry-after']
              resolve({ status: reply.statusCode!, body: parsed(text), ms: performance.now() - began, retryAfter })
            })
          },
        )
        clientRequest.on('timeout', () => clientRequest.destroy(new Error('no answer in time')))
        clientRequest.on('error', (error) => reject(new NoAnswer(error.message)))
        clientRequest.end(payload)
      })
    },
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text }
  }
}

export const API = '/api/1.0'

/** Signs a user in with the password and the code from the demo inbox. */
export async function signInStaff(base: () => string, username = 'hq'): Promise<string> {
  const anyone = createClient(base)
  try {
    const input = { Username: username, Password: 'diamond-counter-42' }
    let requested = await anyone.call(`${API}/auth/sign-in`, input)
    // The account received a code a moment ago, so wait before requesting another one.
    if (requested.status === 429) {
      const { seconds } = requested.body.params as { seconds: number }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      requested = await anyone.call(`${API}/auth/sign-in`, input)
    }
    const inbox = (await anyone.call(`${API}/dev/outbox`)).body as unknown as { To: string; Body: string }[]
    const Code = /\b\d{6}\b/.exec(inbox.find(({ To }) => To === `${username}@carat.example`)!.Body)![0]
    const { ChallengeId } = requested.body
    return (await anyone.call(`${API}/auth/sign-in/verify`, { ChallengeId, Code })).body.access_token as string
  } finally {
    anyone.close()
  }
}

export async function signInTill(base: () => string, ClientSecret: string): Promise<string> {
  const anyone = createClient(base)
  try {
    const answer = await anyone.call(`${API}/auth/system/sign-in`, { ClientId: 'pos', ClientSecret })
    if (answer.status !== 200) throw new Error(`The till could not sign in: ${JSON.stringify(answer.body)}`)
    return answer.body.access_token as string
  } finally {
    anyone.close()
  }
}
