import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { insertConsents } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import type { ContactResult } from '../contract.ts'
import * as contract from '../contract.ts'

// Delivery reports of providers can arrive in any order. A repeated report has no effect.

const refusals = contract.bounceReportRefusals

/** The results that a report may replace: a failed message can still be delivered, and a delivered one can still bounce. */
const overrides: Record<'Delivered' | 'Failed' | 'Bounced', readonly ContactResult[]> = {
  Delivered: ['Queued', 'Sent', 'Failed'],
  Failed: ['Queued', 'Sent'],
  Bounced: ['Queued', 'Sent', 'Failed', 'Delivered'],
}

type Report = {
  ReportId: string
  MessageId: string
  Kind: string
  Detail: string | null
  Result: keyof typeof overrides | null
}

/** Records a delivery report. Returns the contact; undefined for a repeated report or a message that is not ours. */
async function recordReport(ctx: Ctx, { ReportId, MessageId, Kind, Detail, Result }: Report) {
  const contact = await ctx.db
    .selectFrom('ContactLog')
    .select(['CreatedAt', 'CustomerId', 'ContactType', 'OutletCode'])
    .where('MessageId', '=', MessageId)
    .executeTakeFirst()
  if (!contact) return undefined
  const { rows } = await sql`
    insert into message_report (report_id, message_id, kind, detail, received_at)
    values (${ReportId}, ${MessageId}, ${Kind}, ${Detail}, ${ctx.now}) on conflict do nothing returning 1`.execute(
    ctx.db,
  )
  if (rows.length === 0) return undefined
  if (Result)
    await ctx.db
      .updateTable('ContactLog')
      .set({ Result, Reason: Result === 'Delivered' ? null : (Detail ?? Kind), ResultAt: ctx.now })
      .where('CreatedAt', '=', contact.CreatedAt)
      .where('MessageId', '=', MessageId)
      .where('Result', 'in', [...overrides[Result]])
      .execute()
  return contact
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** A soft bounce is only recorded, because the recipient's server keeps trying. A complaint ends marketing by e-mail. */
export async function reportBounce(ctx: Ctx, input: Input<typeof contract.reportBounce>) {
  const MessageId = uuid.exec(input.MessageId)?.[0]?.toLowerCase()
  if (!MessageId) return { Known: false }
  const { EventId, Kind, Detail = null } = input
  const contact = await recordReport(ctx, {
    ReportId: `bounce:${EventId}`,
    MessageId,
    Kind,
    Detail,
    Result: Kind === 'Hard' ? 'Bounced' : null,
  })
  if (contact && Kind === 'Complaint')
    await insertConsents(
      ctx,
      contact.CustomerId,
      [{ Channel: 'Email', GrantedYN: 'N', Source: 'E-mail' }],
      contact.OutletCode,
    )
  return { Known: contact !== undefined }
}

const results: Record<string, Report['Result']> = { delivered: 'Delivered', undelivered: 'Failed', failed: 'Failed' }

async function recordSmsStatus(
  ctx: Ctx,
  { id, MessageSid, MessageStatus, ErrorCode }: Input<typeof contract.smsStatus>,
) {
  await recordReport(ctx, {
    ReportId: `sms:${MessageSid}:${MessageStatus}`,
    MessageId: id,
    Kind: MessageStatus,
    Detail: ErrorCode ? `Error ${ErrorCode}` : null,
    Result: results[MessageStatus] ?? null,
  })
  return {}
}

/** Twilio's signature is an HMAC of the called URL and all fields, sorted by name, with the account's token as key. */
export const computeTwilioSignature = (token: string, url: string, fields: Record<string, string>) =>
  createHmac('sha1', token)
    .update(
      Object.keys(fields)
        .sort()
        .reduce((text, name) => text + name + fields[name], url),
    )
    .digest('base64')

const isSigned = (signature: unknown, expected: string) => {
  if (typeof signature !== 'string') return false
  const [actualBytes, expectedBytes] = [Buffer.from(signature), Buffer.from(expected)]
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes)
}

const FORM_BYTES = 20_000

/** Adds the route for the gateway's signed form. `app` must be a context of its own, because API calls accept no forms. */
export function mountSmsStatus(app: FastifyInstance, serving: ServingContext): void {
  const endpoint = contract.smsStatus
  const route = serve(endpoint, recordSmsStatus)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  app.route({
    method: 'POST',
    url: endpoint.path,
    config: { endpoint },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, endpoint, serving)
    },
    handler: async (request, reply) => {
      const { sms, publicUrl } = serving.services
      const fields = request.body as Record<string, string>
      // The gateway has signed the public URL, which differs from the requested one behind a proxy.
      const calledUrl = `${publicUrl ?? ''}${request.url}`
      if (
        !sms ||
        !isSigned(request.headers['x-twilio-signature'], computeTwilioSignature(sms.authToken, calledUrl, fields))
      )
        throw refusals.notSigned()
      const { id } = request.query as { id?: string }
      const { MessageSid, MessageStatus, ErrorCode } = fields
      request.body = { id, MessageSid, MessageStatus, ...(ErrorCode && { ErrorCode }) }
      await answerCall(route, request, reply, serving)
      return reply.status(204).send()
    },
  })
}
