import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filesAfterSignIn, filesOfSignedInPage, readBuild } from './first-files.ts'
import { removeDocumentHeaders } from './security-headers.ts'

const YEAR = 31_536_000

/** Handles requests outside the API with the built web app or a development server. */
export type WebApp = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

type Options = {
  basePath: string
  /** True if the request has the cookie of a session. The result decides only which files are preloaded. */
  seemsSignedIn: (request: FastifyRequest) => boolean
}

/** Serves the built web app from `folder`: its files, and index.html for all pages. */
export async function createBuiltWebApp(
  app: FastifyInstance,
  folder: string,
  { basePath, seemsSignedIn }: Options,
): Promise<WebApp | undefined> {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const page = readFileSync(indexFile, 'utf8').replace('<base href="/"', () => `<base href="${basePath}/"`)
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `${basePath}/`,
    index: false,
    wildcard: false,
    decorateReply: false,
    // The build has compressed the files, so the server sends the smallest variant that the caller accepts.
    preCompressed: true,
    globIgnore: ['index.html', 'public.html', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Browsers may keep files under assets/ for ever, because their names contain a hash of the content.
      const isAsset = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isAsset ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      if (isAsset && /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)) removeDocumentHeaders(reply)
    },
  })
  const build = readBuild(folder)
  const notInPage = (files: readonly string[]) => files.filter((file) => !page.includes(file))
  const pages = new Map<string, CompressedPage>()
  /** Returns the HTML page with the given preload links, compressed once and cached. */
  const pageWithLinks = (links: string) => {
    const cached = pages.get(links)
    if (cached) return cached
    const plain = page.replace('</head>', () => `${links}</head>`)
    const compressed = { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) }
    pages.set(links, compressed)
    return compressed
  }
  return (request, reply) => {
    const encoding = chooseContentEncoding(request.headers['accept-encoding'])
    const path = request.url.split('?')[0]!.slice(basePath.length)
    const compressed = pageWithLinks(
      seemsSignedIn(request)
        ? preloadLinks(notInPage(filesOfSignedInPage(build, path)))
        : prefetchMeta(notInPage(filesAfterSignIn(build))),
    )
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie')
    return encoding
      ? reply.header('content-encoding', encoding).send(compressed[encoding])
      : reply.send(compressed.plain)
  }
}

type CompressedPage = { plain: string; br: Buffer; gzip: Buffer }

/** Builds links that make the browser load these files in parallel with the entry script. */
const preloadLinks = (files: readonly string[]) =>
  files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="./${file}">`
        : `<link rel="modulepreload" crossorigin href="./${file}">`,
    )
    .join('')

/** A meta tag with files that app/web/prefetch.ts loads once a user starts to sign in. */
const prefetchMeta = (files: readonly string[]) =>
  files.length === 0
    ? ''
    : `<meta name="carat-next" content="${files.filter((file) => file.endsWith('.js')).join(' ')}">`

export type ContentEncoding = 'br' | 'gzip'

/** Returns the best content encoding that the caller accepts. */
export function chooseContentEncoding(accepted: string | string[] | undefined): ContentEncoding | undefined {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}
