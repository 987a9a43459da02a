import type { FastifyInstance } from 'fastify'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import { type AppDescription, getAppDescription } from '../contract.ts'

/** Returns the web app manifest of the member card: the company's name, start page and icons. */
async function describeApp(ctx: Ctx): Promise<AppDescription> {
  const { 'company.name': name } = await readSettings(ctx)
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') =>
    ({ src: `../icons/${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }) as const
  return {
    // Relative addresses are valid under every base path.
    id: './card',
    start_url: './card',
    scope: './',
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    display: 'standalone',
    background_color: '#f6f7f9',
    theme_color: '#1b4fd0',
    icons: [icon('card-192', 192, 'any'), icon('card-512', 512, 'any'), icon('card-maskable-512', 512, 'maskable')],
  }
}

export const manifestPath = getAppDescription.path

const route = serve(getAppDescription, describeApp)

export function mountManifest(app: FastifyInstance, serving: ServingContext) {
  app.route({
    method: getAppDescription.method,
    url: getAppDescription.path,
    config: { endpoint: getAppDescription },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, getAppDescription, serving)
    },
    handler: async (request, reply) => {
      const { body } = await answerCall(route, request, reply, serving)
      return reply.type('application/manifest+json').header('cache-control', 'no-cache').send(body)
    },
  })
}
