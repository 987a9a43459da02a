import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WebPages } from './build-app.ts'

const project = resolve(import.meta.dirname, '../..')
const PUBLIC_FILES = '/@public/'

/** Builds each file when a browser asks for it, and renews it in the page when it is saved. */
export async function developmentWebApp(app: FastifyInstance): Promise<WebPages> {
  const { createServer } = await import('vite')
  // Vite writes a script into the page. It is let through by name, so that every other rule holds here as well.
  const nonce = randomBytes(16).toString('base64url')
  const open = async (configFile: string, base: string) => {
    const vite = await createServer({
      configFile: join(project, configFile),
      appType: 'custom',
      base,
      html: { cspNonce: nonce },
      server: { middlewareMode: true, ws: { server: app.server } },
    })
    app.addHook('onClose', () => vite.close())
    return vite
  }
  const vite = await open('vite.config.ts', './')
  // Its files lie beside those of the other, under the same names.
  const publicVite = await open('vite.public.config.ts', PUBLIC_FILES)
  app.get(`${PUBLIC_FILES}*`, (request, reply) => {
    reply.hijack()
    publicVite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
    return reply
  })
  const letIn = (reply: FastifyReply) => {
    const policy = String(
      reply.getHeader('content-security-policy') ?? reply.raw.getHeader('content-security-policy') ?? '',
    )
    return policy.replace('script-src', () => `script-src 'nonce-${nonce}'`)
  }
  return {
    web: (request, reply) => {
      // Vite answers on the socket itself.
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, async () => {
        const page = await readFile(join(project, 'app/web/index.html'), 'utf8')
        reply.raw.setHeader('content-security-policy', letIn(reply))
        reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
        reply.raw.statusCode = reply.statusCode
        // Whatever address was asked for: the page's own files lie beside index.html.
        reply.raw.end(await vite.transformIndexHtml('/index.html', page))
      })
      return reply
    },
    publicShell: {
      build: {},
      page: async (_, reply) => {
        reply.header('content-security-policy', letIn(reply))
        const page = await readFile(join(project, 'app/public/public.html'), 'utf8')
        return publicVite.transformIndexHtml('/public.html', page)
      },
    },
  }
}
