import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { insertConsents } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import type { TemplateLanguage, Unsubscribing } from '../contract.ts'
import * as contract from '../contract.ts'
import { toTemplateLanguage } from './languages.ts'
import { escapeHtml } from './liquid.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

// Unsubscribing by one click (RFC 8058) needs a POST request, because mail scanners follow links.

/** The unsubscribe page shows the channel and the company, but no data of the customer. */
async function findUnsubscribing(
  ctx: Ctx,
  { Token }: { Token: string },
): Promise<Unsubscribing & { CustomerId: number; OutletCode: string | null }> {
  const link = readUnsubscribeToken(ctx.services, Token)
  if (!link) throw contract.bounceReportRefusals.noSuchLink()
  const { 'company.name': Company, 'messages.defaultLanguage': Default } = await readSettings(ctx)
  const { rows } = await sql<{
    CustomerId: number
    Language: string | null
    OutletCode: string | null
    Granted: string | null
  }>`
    select c.customer_id, c.language, c.registered_outlet_code as outlet_code, (select granted_yn from customer_consent
      where customer_id = c.customer_id and channel = ${link.ContactType} order by recorded_at desc, consent_id desc limit 1) as granted
    from customer c where c.customer_id = surviving_customer(${link.CustomerId}::bigint)`.execute(ctx.db)
  const person = rows[0]
  if (!person) throw contract.bounceReportRefusals.noSuchLink()
  return {
    CustomerId: person.CustomerId,
    OutletCode: person.OutletCode,
    ContactType: link.ContactType,
    Language: toTemplateLanguage(person.Language) ?? Default,
    Company,
    EndedYN: person.Granted === 'Y' ? 'N' : 'Y',
  }
}

async function showUnsubscribe(ctx: Ctx, input: Input<typeof contract.showUnsubscribe>): Promise<Unsubscribing> {
  const { CustomerId: _, OutletCode: __, ...unsubscribing } = await findUnsubscribing(ctx, input)
  return unsubscribing
}

/** Locks the customer, so that a second click does not withdraw the consent again. */
async function unsubscribe(ctx: Ctx, input: Input<typeof contract.unsubscribe>): Promise<Unsubscribing> {
  const { CustomerId, OutletCode, ...unsubscribing } = await findUnsubscribing(ctx, input)
  await sql`select from customer where customer_id = ${CustomerId} for no key update`.execute(ctx.db)
  const current = await findUnsubscribing(ctx, input)
  if (current.EndedYN === 'N') {
    const [consent] = await insertConsents(
      ctx,
      CustomerId,
      [{ Channel: unsubscribing.ContactType, GrantedYN: 'N', Source: 'Self-service' }],
      OutletCode,
    )
    ctx.audit(
      'Unsubscribe',
      'Customer',
      CustomerId,
      `Unsubscribe in Customer Consent. ConsentId - ${consent!.ConsentId}`,
    )
  }
  return { ...unsubscribing, EndedYN: 'Y' }
}

type PageTexts = {
  title: string
  ask: string
  button: string
  done: string
  gone: string
  by: { Email: string; SMS: string }
}

const texts: Record<TemplateLanguage, PageTexts> = {
  en: {
    title: 'Unsubscribe',
    ask: 'Stop receiving offers and invitations from {Company} {by}?',
    button: 'Unsubscribe',
    done: 'You will no longer receive offers and invitations from {Company} {by}.',
    gone: 'This link is not valid. Use the link in a recent message, or ask in any of our outlets.',
    by: { Email: 'by e-mail', SMS: 'by SMS' },
  },
  zh: {
    title: '退订',
    ask: '不再接收 {Company} {by}的优惠与邀请？',
    button: '退订',
    done: '您将不再收到 {Company} {by}的优惠与邀请。',
    gone: '此链接无效。请使用近期消息中的链接，或向任一门店咨询。',
    by: { Email: '通过电邮发送', SMS: '通过短信发送' },
  },
  fr: {
    title: 'Se désabonner',
    ask: 'Ne plus recevoir les offres et invitations de {Company} {by}\u00a0?',
    button: 'Se désabonner',
    done: 'Vous ne recevrez plus les offres et invitations de {Company} {by}.',
    gone: 'Ce lien n’est pas valable. Utilisez celui d’un message récent, ou demandez dans l’une de nos boutiques.',
    by: { Email: 'par e-mail', SMS: 'par SMS' },
  },
  ja: {
    title: '配信停止',
    ask: '{Company} から{by}届くご案内を停止しますか？',
    button: '配信を停止する',
    done: '{Company} から{by}ご案内をお送りすることはありません。',
    gone: 'このリンクは無効です。最近のメッセージのリンクをご利用いただくか、店舗でお尋ねください。',
    by: { Email: 'メールで', SMS: 'SMS で' },
  },
  ms: {
    title: 'Berhenti melanggan',
    ask: 'Berhenti menerima tawaran dan jemputan daripada {Company} {by}?',
    button: 'Berhenti melanggan',
    done: 'Anda tidak lagi akan menerima tawaran dan jemputan daripada {Company} {by}.',
    gone: 'Pautan ini tidak sah. Gunakan pautan dalam mesej terkini, atau tanya di mana-mana cawangan kami.',
    by: { Email: 'melalui e-mel', SMS: 'melalui SMS' },
  },
}

// The unsubscribe page has the colours of the e-mails and needs no application, so that it loads at once.
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.125rem/1.6 system-ui,sans-serif;
background:light-dark(#f5f3ee,#14130f);color:light-dark(#222,#f2efe8)}
main{box-sizing:border-box;width:100%;max-width:30rem;padding:2.5rem 2rem;background:light-dark(#fff,#211f1a)}
header{color:light-dark(#7a5f18,#dcbf74);letter-spacing:.06em}
h1{margin:.25rem 0 1rem;font-size:1.5rem;line-height:1.3}
p{margin:0}
button{margin-top:1.75rem;min-height:3rem;padding:0 1.75rem;border:1px solid transparent;border-radius:.5rem;font:inherit;font-weight:600;cursor:pointer;
background:light-dark(#7a5f18,#dcbf74);color:light-dark(#fff,#1b1813)}
button:focus-visible{outline:3px solid light-dark(#222,#fff);outline-offset:3px}`

function pageOf(
  language: TemplateLanguage,
  { text, company, button }: { text: string; company?: string; button?: string },
) {
  const { title } = texts[language]
  const header = company ? `<header><bdi>${escapeHtml(company)}</bdi></header>` : ''
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${header}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`
}

function pageFor({ Language, Company: company, ContactType, EndedYN }: Unsubscribing) {
  const { ask, done, button, by } = texts[Language]
  const fillIn = (text: string) => text.replace('{Company}', () => company).replace('{by}', () => by[ContactType])
  return EndedYN === 'Y'
    ? pageOf(Language, { text: fillIn(done), company })
    : pageOf(Language, { text: fillIn(ask), company, button })
}

const BODY_BYTES = 10_000

/** Adds the route of the unsubscribe page outside of the API, at a path that is short enough for an SMS. */
export async function mountUnsubscribe(app: FastifyInstance, serving: ServingContext): Promise<void> {
  await app.register(async (scope) => {
    // Mail programs send a body with the request, which the route ignores.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, async () => ({}))
    for (const [endpoint, route] of [
      [contract.showUnsubscribe, serve(contract.showUnsubscribe, showUnsubscribe)],
      [contract.unsubscribe, serve(contract.unsubscribe, unsubscribe)],
    ] as const)
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        onRequest: async (request) => {
          request.actor = await authorizeCaller(request, endpoint, serving)
        },
        handler: async (request, reply) => sendPage(request, reply, () => answerCall(route, request, reply, serving)),
      })
  })
}

async function sendPage(_: FastifyRequest, reply: FastifyReply, answer: () => Promise<{ body: unknown }>) {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  try {
    const { body } = await answer()
    return await reply.send(pageFor(body as Unsubscribing))
  } catch (error) {
    if ((error as { code?: string }).code !== contract.bounceReportRefusals.noSuchLink.code) throw error
    return reply.status(404).send(pageOf('en', { text: texts.en.gone }))
  }
}
