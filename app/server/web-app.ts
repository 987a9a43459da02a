import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    globIgnore: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ carry the hash of their content in their name.
      reply.header(
        'cache-control',
        path.startsWith(join(folder, 'assets')) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      )
    },
  })
  return (_, reply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
