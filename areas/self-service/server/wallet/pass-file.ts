import type { FastifyInstance } from 'fastify'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import { getOwnPass } from '../../contract.ts'
import { getOwnPass as make } from './own-pass.ts'

const route = serve(getOwnPass, make)

/** Serves the wallet pass as a file; phones send no client header, so the server assumes the customers' pages. */
export function mountOwnPass(app: FastifyInstance, serving: ServingContext) {
  app.route({
    method: getOwnPass.method,
    url: getOwnPass.path,
    config: { endpoint: getOwnPass },
    onRequest: async (request) => {
      request.headers['x-carat-client'] ??= 'self-service'
      request.actor = await authorizeCaller(request, getOwnPass, serving)
    },
    handler: async (request, reply) => {
      const { body } = await answerCall(route, request, reply, serving)
      const { MembershipNo, Pass } = body as { MembershipNo: string; Pass: string }
      return reply
        .headers({
          'content-type': 'application/vnd.apple.pkpass',
          'content-disposition': `attachment; filename="${MembershipNo}.pkpass"`,
          'cache-control': 'no-store',
        })
        .send(Buffer.from(Pass, 'base64'))
    },
  })
}
