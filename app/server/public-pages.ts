import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textPartOf } from '#app/public/text-parts.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { refusals } from '#kit/server/errors.ts'
import type { OwnRead, PublicPage } from '#kit/server/public-page.ts'
import { admit, answerRead, type Route, type Serving } from '#kit/server/serve.ts'
import { type Build, filesOf, publicModule, readBuild } from './first-files.ts'
import { type Encoding, encodingFor } from './web-app.ts'

// THE PAGES THAT ANYBODY MAY OPEN: a document with what the page begins with in it (the company, the language, the answer of its
// first read) and the names of all that it will fetch, so that a phone on a slow line asks twice and not five times.

/** What the page is made of; in development a server of its own makes it. */
export type PublicShell = {
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<string> | string
  build: Build
}

export type PageOfArea = PublicPage & { area: string }

type Options = {
  basePath: string
  pages: readonly PageOfArea[]
  routes: readonly Route[]
  serving: Serving
  /** A public read that a page begins with is a call of a stranger like all others. */
  admitStranger: (request: FastifyRequest, path: string) => Promise<void>
  /** Whether a customer seems to be signed in: without a session there is nothing of their own to read. */
  hasSession: (request: FastifyRequest) => boolean
}

export function builtPublicShell(folder: string): PublicShell | undefined {
  const file = join(folder, 'public.html')
  if (!existsSync(file)) return undefined
  const page = readFileSync(file, 'utf8')
  return { page: () => page, build: readBuild(folder, 'public.json') }
}

export function mountPublicPages(app: FastifyInstance, shell: PublicShell, options: Options) {
  for (const page of options.pages)
    app.get(page.path, (request, reply) => answerPage(request, reply, shell, options, page))
}

async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  shell: PublicShell,
  { routes, serving, basePath, admitStranger, hasSession }: Options,
  { area, module, manifest, languages = [], start, own }: PageOfArea,
) {
  const config = await configOf(routes, request, reply, serving)
  const language = languageOf(request, config?.Languages ?? [], languages)
  const begun = start && (await begin(start, language, request, reply, serving, admitStranger))
  const owned =
    own && isOpened(request) && hasSession(request) ? await ownOf(own, language, request, reply, serving) : []
  const files = filesOf(shell.build, [
    'public.html',
    `../../virtual:public-texts/${language}/${textPartOf(area, module)}`,
    ...(module ? [publicModule({ area, module })] : []),
  ])
  const html = await shell.page(request, reply)
  const document = html
    .replace('<html lang="en"', () => `<html lang="${language}"`)
    .replace('<base href="/"', () => `<base href="${basePath}/"`)
    .replace('<title>Carat</title>', () => `<title>${escaped(config?.Company ?? 'Carat')}</title>`)
    .replace(
      '</head>',
      () =>
        `${manifest ? `<link rel="manifest" href=".${manifest}">` : ''}${links(files, html)}${data({ config, reads: [...(begun?.read ? [begun.read] : []), ...owned] })}</head>`,
    )
  const packed = pack(document, encodingFor(request.headers['accept-encoding']))
  if (packed.encoding) reply.header('content-encoding', packed.encoding)
  return reply
    .status(module ? (begun?.status ?? 200) : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .send(packed.body)
}

/** The read that the page begins with. What it refuses the page says; what breaks is an answer of failure like everywhere. */
async function begin(
  { route, input = ({ params }) => params, statuses = {} }: NonNullable<PublicPage['start']>,
  language: string,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
  admitStranger: Options['admitStranger'],
): Promise<{ status: number; read?: Read }> {
  const { path } = route.endpoint
  try {
    await admitStranger(request, path)
    const asked = input({ params: request.params as Record<string, string>, language })
    return { status: 200, read: { path, reply: await answerRead(route, asked, request, reply, serving) } }
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    const { statusCode, code, message, params } = refused
    const status = statuses[code] ?? statusCode
    return status === 200 ? { status } : { status, read: { path, refusal: { statusCode, code, message, params } } }
  }
}

/** Opened by a browser as a page. A script that fetches it, as the card does to keep it on the phone, gets nothing of a member. */
const isOpened = ({ headers }: FastifyRequest) => headers['sec-fetch-mode'] === 'navigate'

/** What the page would ask for first, of the session that the browser brings: counted as one call. */
async function ownOf(
  own: readonly OwnRead[],
  language: string,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<Read[]> {
  // A browser that opens a page says not which of our applications asks: it is the customers'.
  request.headers['x-carat-client'] ??= 'self-service'
  try {
    const actor = await admit(request, own[0]!.route.endpoint, serving)
    return await Promise.all(
      own.map(async ({ route, input = () => ({}) }) => ({
        path: route.endpoint.path,
        reply: await answerRead(route, input({ language }), request, reply, serving, actor),
      })),
    )
  } catch {
    return []
  }
}

/** What is no well-formed name of anything is the name of nothing. */
function refusalOf(error: unknown): Pick<Refusal, 'statusCode' | 'code' | 'message' | 'params'> | undefined {
  if (error instanceof Refusal) return error
  return (error as Error).name === 'ZodError'
    ? { statusCode: 404, code: refusals.notFound.code, message: refusals.notFound.text, params: {} }
    : undefined
}

/** An answer that the page finds in itself, or a refusal. */
type Read = { path: string } & ({ reply: unknown } | { refusal: object })

type Config = { Company: string; Languages: readonly string[] }

/** Without a database the page still stands, and says itself that nothing can be reached. */
async function configOf(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply, serving: Serving) {
  const route = routes.find(({ endpoint }) => endpoint === appConfig)
  if (!route) return undefined
  return answerRead(route, {}, request, reply, serving).catch(() => undefined) as Promise<Config | undefined>
}

const everyLanguage = ['en', 'zh', 'fr', 'ja']

/** What was chosen here before, what the link asks for, or what the phone speaks: of those that the company offers, and the page's own. */
function languageOf(
  { cookies, query, headers }: FastifyRequest,
  ofCompany: readonly string[],
  ofPage: readonly string[],
) {
  const chosen = cookies.carat_language
  if (chosen && [...everyLanguage, ...ofPage].includes(chosen)) return chosen
  const offered = [...ofCompany, ...ofPage]
  const { lang } = query as { lang?: unknown }
  const spoken = String(headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim().slice(0, 2).toLowerCase())
  return [lang, ...spoken].find((one): one is string => typeof one === 'string' && offered.includes(one)) ?? 'en'
}

const links = (files: readonly string[], html: string) =>
  files
    .filter((file) => !html.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="./${file}">`
        : `<link rel="modulepreload" crossorigin href="./${file}">`,
    )
    .join('')

/** A block of data and no script: the policy lets nothing run that stands in the page. */
const data = (start: object) =>
  `<script type="application/json" id="carat-start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** Packed for each visitor, so quickly: it is a few kilobytes. */
function pack(document: string, encoding: Encoding | undefined) {
  if (encoding === 'br')
    return { encoding, body: brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) }
  return encoding ? { encoding, body: gzipSync(document) } : { encoding, body: document }
}
