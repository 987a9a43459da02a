import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filesAfterSignIn, filesBehindSignIn, readBuild } from './first-files.ts'
import { sendWithoutHeadersOfDocuments } from './security-headers.ts'

const YEAR = 31_536_000

/** What answers an address that is no call: the built web app, or a development server in its place. */
export type WebApp = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

type Options = {
  basePath: string
  /** Whether somebody seems to be signed in; what they may do, the calls decide. */
  seemsSignedIn: (request: FastifyRequest) => boolean
}

/** Serves the built web app from `folder`: its files, and the page itself for every address that the app routes. */
export async function builtWebApp(
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
    // Packed when the app was built: each caller gets the smallest that it can unpack, under the file's own name.
    preCompressed: true,
    globIgnore: ['index.html', 'public.html', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ carry the hash of their content in their name.
      const isAsset = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isAsset ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      if (isAsset && /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)) sendWithoutHeadersOfDocuments(reply)
    },
  })
  const build = readBuild(folder)
  const own = (files: readonly string[]) => files.filter((file) => !page.includes(file))
  const made = new Map<string, Packed>()
  /** The same page for everybody whose browser is to fetch the same files, packed once. */
  const pageWith = (links: string) => {
    const before = made.get(links)
    if (before) return before
    const plain = page.replace('</head>', () => `${links}</head>`)
    const packed = { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) }
    made.set(links, packed)
    return packed
  }
  return (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    const path = request.url.split('?')[0]!.slice(basePath.length)
    const packed = pageWith(
      seemsSignedIn(request)
        ? fetchedNow(own(filesBehindSignIn(build, path)))
        : fetchedLater(own(filesAfterSignIn(build))),
    )
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie')
    return encoding ? reply.header('content-encoding', encoding).send(packed[encoding]) : reply.send(packed.plain)
  }
}

type Packed = { plain: string; br: Buffer; gzip: Buffer }

/** Fetched beside the first scripts, not after them. */
const fetchedNow = (files: readonly string[]) =>
  files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="./${file}">`
        : `<link rel="modulepreload" crossorigin href="./${file}">`,
    )
    .join('')

/** Read by app/web/ahead.ts once somebody begins to sign in; who only looks in fetches none of it. */
const fetchedLater = (files: readonly string[]) =>
  files.length === 0
    ? ''
    : `<meta name="carat-next" content="${files.filter((file) => file.endsWith('.js')).join(' ')}">`

export type Encoding = 'br' | 'gzip'

/** The smallest form that the caller says it can unpack. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}
