import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR = 31_536_000

/** What answers an address that is no call: the built web app, or a development server in its place. */
export type WebApp = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** Serves the built web app from `folder`: its files, and the page itself for every address that the app routes. */
export async function builtWebApp(app: FastifyInstance, folder: string, basePath: string): Promise<WebApp | undefined> {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const page = readFileSync(indexFile, 'utf8').replace('<base href="/"', `<base href="${basePath}/"`)
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `${basePath}/`,
    index: false,
    wildcard: false,
    decorateReply: false,
    // Packed when the app was built: each caller gets the smallest that it can unpack, under the file's own name.
    preCompressed: true,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ carry the hash of their content in their name.
      reply.header(
        'cache-control',
        path.startsWith(join(folder, 'assets')) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      )
    },
  })
  const packed = { br: brotliCompressSync(page), gzip: gzipSync(page) }
  return (request, reply) => {
    const encoding = encodingFor(request.headers['accept-encoding'])
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    return encoding ? reply.header('content-encoding', encoding).send(packed[encoding]) : reply.send(page)
  }
}

/** The smallest form that the caller says it can unpack. */
function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]!.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}
