import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { answerCall, authorizeCaller, type ServingContext, serve } from '#kit/server/serve.ts'
import { decodeLogo } from '../contract/company-settings.ts'
import { companyLogo, logoRefusals } from '../contract.ts'
import { readLargeSetting } from './setting-rows.ts'

const YEAR = 31_536_000

/** Returns the address of the logo, which changes with each new logo, so that browsers may cache the logo. */
export async function findLogoUrl(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('Setting')
    .select('Version')
    .where('Name', '=', 'company.logo')
    .where(sql<boolean>`value <> 'null'::jsonb`)
    .executeTakeFirst()
  return row ? `${companyLogo.path}?v=${row.Version}` : null
}

async function findLogo(ctx: Ctx) {
  const value = await readLargeSetting(ctx, 'company.logo')
  const logo = value === null ? undefined : decodeLogo(value)
  if (!logo) throw logoRefusals.noLogo()
  return logo
}

/** Serves the logo outside the API path and without a session, because the sign-in page shows it. */
export function mountLogoRoute(app: FastifyInstance, serving: ServingContext): void {
  const route = serve(companyLogo, findLogo)
  app.route({
    method: 'GET',
    url: companyLogo.path,
    config: { endpoint: companyLogo },
    onRequest: async (request) => {
      request.actor = await authorizeCaller(request, companyLogo, serving)
    },
    handler: async (request, reply) => {
      const { body } = await answerCall(route, request, reply, serving)
      const { type, base64 } = body as NonNullable<ReturnType<typeof decodeLogo>>
      return reply
        .headers({
          'content-type': type,
          'cache-control': `public, max-age=${YEAR}, immutable`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .send(Buffer.from(base64, 'base64'))
    },
  })
}
