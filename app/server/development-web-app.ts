import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { WebApp } from './web-app.ts'

const project = resolve(import.meta.dirname, '../..')

/** Builds each file when a browser asks for it, and renews it in the page when it is saved. */
export async function developmentWebApp(app: FastifyInstance): Promise<WebApp> {
  const { createServer } = await import('vite')
  // Vite writes a script into the page. It is let through by name, so that every other rule holds here as well.
  const nonce = randomBytes(16).toString('base64url')
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    appType: 'custom',
    html: { cspNonce: nonce },
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  return (request, reply) => {
    // Vite answers on the socket itself.
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await readFile(join(project, 'app/web/index.html'), 'utf8')
      const policy = String(reply.raw.getHeader('content-security-policy') ?? '')
      reply.raw.setHeader('content-security-policy', policy.replace('script-src', `script-src 'nonce-${nonce}'`))
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
      // Whatever address was asked for: the page's own files lie beside index.html.
      reply.raw.end(await vite.transformIndexHtml('/index.html', page))
    })
    return reply
  }
}
