import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { WebApp } from './web-app.ts'

const project = resolve(import.meta.dirname, '../..')

/** Builds each file when a browser asks for it, and renews it in the page when it is saved. */
export async function developmentWebApp(app: FastifyInstance): Promise<WebApp> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  return (request, reply) => {
    // Vite writes to the socket itself, without the headers that its scripts could not live with.
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(project, 'app/web/index.html'), 'utf8')
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
      reply.raw.end(await vite.transformIndexHtml(request.url, page))
    })
    return reply
  }
}
