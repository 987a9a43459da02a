import type { FastifyInstance } from 'fastify'
import type { Input } from '#kit/contract/endpoint.ts'
import { parseInput } from '#kit/server/privileges.ts'
import { answerBatchCall, authorizeCaller, type ServingContext } from '#kit/server/serve.ts'
import { sendCallBatch } from '../contract.ts'

const AWAY = 503

/** Runs the requests of a batch one after the other, because their order may matter; each has its own transaction. */
export async function mountBatchRoute(app: FastifyInstance, serving: ServingContext): Promise<void> {
  const { path, method } = sendCallBatch
  app.route({
    method,
    url: path,
    config: { endpoint: sendCallBatch },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, sendCallBatch, serving)
    },
    handler: async (request, reply) => {
      const { Calls } = parseInput(sendCallBatch, request.body ?? {}, request.actor) as Input<typeof sendCallBatch>
      const Results = []
      let away: { Status: number; Reply: object } | undefined
      for (const { Key, Path, Body } of Calls) {
        const result = away ?? (await answerBatchCall({ path: Path, body: Body, key: Key }, request, reply, serving))
        if (result.Status === AWAY) away = result
        Results.push({ Key, ...result })
      }
      return reply.send({ Results })
    },
  })
}
