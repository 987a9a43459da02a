import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WebPages } from './build-app.ts'

const project = resolve(import.meta.dirname, '../..')
const PUBLIC_FILES = '/@public/'

/** Serves the web app through Vite, with hot reload. */
export async function createDevelopmentWebApp(app: FastifyInstance): Promise<WebPages> {
  const { createServer } = await import('vite')
  // Vite injects an inline script. A nonce permits this script and leaves the rest of the policy strict.
  const nonce = randomBytes(16).toString('base64url')
  const openVite = async (configFile: string, base: string) => {
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
  const vite = await openVite('vite.config.ts', './')
  // The public pages have a separate prefix, because both Vite servers have files with the same names.
  const publicVite = await openVite('vite.public.config.ts', PUBLIC_FILES)
  app.get(`${PUBLIC_FILES}*`, (request, reply) => {
    reply.hijack()
    publicVite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
    return reply
  })
  const policyWithNonce = (reply: FastifyReply) => {
    const policy = String(
      reply.getHeader('content-security-policy') ?? reply.raw.getHeader('content-security-policy') ?? '',
    )
    return policy.replace('script-src', () => `script-src 'nonce-${nonce}'`)
  }
  return {
    web: (request, reply) => {
      // Vite writes to the socket directly, so Fastify must send no reply.
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, async () => {
        const page = await readFile(join(project, 'app/web/index.html'), 'utf8')
        reply.raw.setHeader('content-security-policy', policyWithNonce(reply))
        reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
        reply.raw.statusCode = reply.statusCode
        // The HTML is always /index.html, because the files of the page are relative to that URL.
        reply.raw.end(await vite.transformIndexHtml('/index.html', page))
      })
      return reply
    },
    publicShell: {
      build: {},
      page: async (_, reply) => {
        reply.header('content-security-policy', policyWithNonce(reply))
        const page = await readFile(join(project, 'app/public/public.html'), 'utf8')
        return publicVite.transformIndexHtml('/public.html', page)
      },
    },
  }
}
