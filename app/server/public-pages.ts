import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textPartForPage } from '#app/public/text-parts.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import type { InitialSessionRead, PublicPage } from '#kit/server/public-page.ts'
import { answerEmbeddedRead, authorizeCaller, type Route, type ServingContext } from '#kit/server/serve.ts'
import { type BuildManifest, filesOfModules, publicModulePath, readBuild } from './first-files.ts'
import { type ContentEncoding, chooseContentEncoding } from './web-app.ts'

// Serves public pages as HTML with embedded start data and preload links for all files.
// With the embedded data, a phone on a slow connection needs two round trips instead of five.

/** The HTML shell and the build manifest. In development Vite provides both. */
export type PublicShell = {
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<string> | string
  build: BuildManifest
}

export type PageOfArea = PublicPage & { area: string }

type Options = {
  basePath: string
  pages: readonly PageOfArea[]
  routes: readonly Route[]
  serving: ServingContext
  /** Applies the limits for unauthenticated calls to the reads that a public page embeds. */
  admitUnauthenticated: (request: FastifyRequest, path: string) => Promise<void>
  /** True if the request has the cookie of a customer session. */
  hasSession: (request: FastifyRequest) => boolean
}

export function readBuiltPublicShell(folder: string): PublicShell | undefined {
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
  { routes, serving, basePath, admitUnauthenticated, hasSession }: Options,
  { area, module, manifest, languages = [], initialRead, sessionReads }: PageOfArea,
) {
  const config = await configOf(routes, request, reply, serving)
  const language = languageOf(request, config?.Languages ?? [], languages)
  const initial =
    initialRead && (await answerInitialRead(initialRead, language, request, reply, serving, admitUnauthenticated))
  const sessionReplies =
    sessionReads && isNavigation(request) && hasSession(request)
      ? await answerSessionReads(sessionReads, language, request, reply, serving)
      : []
  const files = filesOfModules(shell.build, [
    'public.html',
    `../../virtual:public-texts/${language}/${textPartForPage(area, module)}`,
    ...(module ? [publicModulePath({ area, module })] : []),
  ])
  const html = await shell.page(request, reply)
  const document = html
    .replace('<html lang="en"', () => `<html lang="${language}"`)
    .replace('<base href="/"', () => `<base href="${basePath}/"`)
    .replace('<title>Carat</title>', () => `<title>${escapeHtml(config?.Company ?? 'Carat')}</title>`)
    .replace(
      '</head>',
      () =>
        `${manifest ? `<link rel="manifest" href=".${manifest}">` : ''}${preloadLinks(files, html)}${dataScript({ config, reads: [...(initial?.read ? [initial.read] : []), ...sessionReplies] })}</head>`,
    )
  const compressed = compress(document, chooseContentEncoding(request.headers['accept-encoding']))
  if (compressed.encoding) reply.header('content-encoding', compressed.encoding)
  return reply
    .status(module ? (initial?.status ?? 200) : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .send(compressed.body)
}

/** Makes the initial read of a public page. Embeds a refusal for the page to show, and rethrows other errors. */
async function answerInitialRead(
  { route, input = ({ params }) => params, statuses = {} }: NonNullable<PublicPage['initialRead']>,
  language: string,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
  admitUnauthenticated: Options['admitUnauthenticated'],
): Promise<{ status: number; read?: EmbeddedRead }> {
  const { path } = route.endpoint
  try {
    await admitUnauthenticated(request, path)
    const readInput = input({ params: request.params as Record<string, string>, language })
    return { status: 200, read: { path, reply: await answerEmbeddedRead(route, readInput, request, reply, serving) } }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const { statusCode, code, message, params } = refusal
    const status = statuses[code] ?? statusCode
    return status === 200 ? { status } : { status, read: { path, refusal: { statusCode, code, message, params } } }
  }
}

/** True if the browser opens a page. Replies to fetches of scripts, such as the card's offline copy, contain no member data. */
const isNavigation = ({ headers }: FastifyRequest) => headers['sec-fetch-mode'] === 'navigate'

/**
 * Makes the reads of a public page that need its session, counted as one call.
 * After an error the page makes the calls itself.
 */
async function answerSessionReads(
  sessionReads: readonly InitialSessionRead[],
  language: string,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
): Promise<EmbeddedRead[]> {
  // A browser that opens a page sends no client header, so the client of the self-service session is assumed.
  request.headers['x-carat-client'] ??= 'self-service'
  try {
    const actor = await authorizeCaller(request, sessionReads[0]!.route.endpoint, serving)
    return await Promise.all(
      sessionReads.map(async ({ route, input = () => ({}) }) => ({
        path: route.endpoint.path,
        reply: await answerEmbeddedRead(route, input({ language }), request, reply, serving, actor),
      })),
    )
  } catch {
    return []
  }
}

/** Answers invalid parameters in the URL of a public page with "not found". */
function refusalOf(error: unknown): Pick<Refusal, 'statusCode' | 'code' | 'message' | 'params'> | undefined {
  if (error instanceof Refusal) return error
  return (error as Error).name === 'ZodError'
    ? { statusCode: 404, code: kitRefusals.notFound.code, message: kitRefusals.notFound.text, params: {} }
    : undefined
}

/** A reply or refusal that the HTML of the page contains. */
type EmbeddedRead = { path: string } & ({ reply: unknown } | { refusal: object })

type Config = { Company: string; Languages: readonly string[] }

/** Returns undefined if the database is unavailable. The page is sent anyway and shows the problem. */
async function configOf(
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServingContext,
) {
  const route = routes.find(({ endpoint }) => endpoint === appConfig)
  if (!route) return undefined
  return answerEmbeddedRead(route, {}, request, reply, serving).catch(() => undefined) as Promise<Config | undefined>
}

const companyLanguages = ['en', 'zh', 'fr', 'ja']

/** Chooses the language of a public page: the stored one, the `lang` parameter, the browser's language, or English. */
function languageOf(
  { cookies, query, headers }: FastifyRequest,
  ofCompany: readonly string[],
  ofPage: readonly string[],
) {
  const storedChoice = cookies.carat_language
  if (storedChoice && [...companyLanguages, ...ofPage].includes(storedChoice)) return storedChoice
  const available = [...ofCompany, ...ofPage]
  const { lang } = query as { lang?: unknown }
  const accepted = String(headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim().slice(0, 2).toLowerCase())
  return (
    [lang, ...accepted].find(
      (candidate): candidate is string => typeof candidate === 'string' && available.includes(candidate),
    ) ?? 'en'
  )
}

const preloadLinks = (files: readonly string[], html: string) =>
  files
    .filter((file) => !html.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="./${file}">`
        : `<link rel="modulepreload" crossorigin href="./${file}">`,
    )
    .join('')

/** Returns data as a JSON block that is not a script, because the content security policy forbids inline scripts. */
const dataScript = (start: object) =>
  `<script type="application/json" id="carat-start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>`

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

/** Public pages are compressed at a fast level, because each page is compressed per request. */
function compress(document: string, encoding: ContentEncoding | undefined) {
  if (encoding === 'br')
    return { encoding, body: brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) }
  return encoding ? { encoding, body: gzipSync(document) } : { encoding, body: document }
}
