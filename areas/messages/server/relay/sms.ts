// SMS are sent by a gateway with Twilio's API.

export type SmsGateway = {
  /** The base URL of the gateway without a path: https://api.twilio.com */
  url: string
  accountSid: string
  authToken: string
  /** A number in E.164, a sender name, or the id of a messaging service. */
  from: string
  /** The URL for delivery reports; null if the server is not reachable from outside. */
  statusUrl: string | null
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** The SMS gateway of the settings, which signs its delivery reports with `token`. */
    sms?: SmsGateway | undefined
  }
}

const TIMEOUT_MS = 10_000
const REPLY_MOST = 100_000

/** A permanent failure; the message is not retried. */
export class PermanentSmsError extends Error {}

type Reply = { sid?: unknown; code?: unknown; message?: unknown }

export async function sendSmsThroughGateway(
  gateway: SmsGateway,
  message: { message_id: string; recipient: string; body: string },
) {
  const { accountSid, authToken, from, statusUrl } = gateway
  const form = new URLSearchParams({ To: message.recipient, Body: message.body })
  form.set(/^MG[0-9a-f]{32}$/.test(from) ? 'MessagingServiceSid' : 'From', from)
  if (statusUrl) form.set('StatusCallback', `${statusUrl}?id=${message.message_id}`)
  const address = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, gateway.url)
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: form,
    // Redirects are not followed, because only the URL in the configuration is trusted.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const reply = await replyOf(response)
  if (response.ok) return typeof reply.sid === 'string' ? reply.sid.slice(0, 100) : null
  const errorText = `The gateway answered ${response.status}${reply.code ? ` (${reply.code})` : ''}: ${String(reply.message ?? '').slice(0, 200)}`
  // Rate limits, wrong credentials and server errors are temporary, but an invalid number is permanent.
  const isTemporary = response.status >= 500 || [401, 403, 408, 429].includes(response.status)
  throw isTemporary ? new Error(errorText) : new PermanentSmsError(errorText)
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  try {
    return JSON.parse(text.slice(0, REPLY_MOST)) as Reply
  } catch {
    return {}
  }
}
