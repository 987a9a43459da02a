import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { accessRefusals } from '#areas/access/contract.ts'
import { createSessionActorCache, customerCookieName, sessionCookieName } from '#areas/access/server/index.ts'
import { buildingAndDepartmentRefusals } from '#areas/staff/contract/places.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Services } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import { API_BASE, mountRoutes, type Route, type ServingContext } from '#kit/server/serve.ts'
import { findApiChanges, programCallsOfDocument, readLastApiRelease } from './api-changes.ts'
import { createSwaggerOptions } from './api-document.ts'
import { postmanCollection } from './api-postman.ts'
import { publicPages as allPublicPages, jsonRoutes as allRoutes, fileRoutes, rowKinds } from './areas.ts'
import { traceCalls } from './call-tracing.ts'
import { compressReplies } from './compression.ts'
import { demoErpRoutes } from './demo-erp/routes.ts'
import type { ErpSimulator } from './demo-erp/simulator.ts'
import type { DemoSso } from './demo-sso/mount.ts'
import { devOutboxRoutes } from './dev-outbox.ts'
import { installDraining } from './draining.ts'
import { mountHealthChecks } from './health.ts'
import { acceptOnlyJsonBodies } from './json-body.ts'
import { type CallLimits, createCallLimiter, defaultCallLimits } from './limits.ts'
import { type LogOptions, loggerOptions, logReplies } from './logging.ts'
import { type MetricsOptions, mountMetrics } from './metrics.ts'
import { mountPublicPages, type PageOfArea, type PublicShell, readBuiltPublicShell } from './public-pages.ts'
import { releaseInfo } from './release.ts'
import { installErrorHandler, sendRefusal } from './replies.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { mountSecurityTxt, type SecurityTxt } from './security-txt.ts'
import { createWholeListSender } from './send-whole.ts'
import { installBodyTimeout } from './slow-bodies.ts'
import { isStaffPage } from './staff-pages.ts'
import { createBuiltWebApp, type WebApp } from './web-app.ts'

export type AppOptions = {
  /** The database connections for calls, which use the login with restricted rights. */
  database: Database
  /** The database connections of the tables' owner, for metrics that only the owner may read. */
  owner?: Database
  services: Services
  clock: Clock
  timeZone: string
  log: LogOptions
  routes?: readonly Route[]
  publicPages?: readonly PageOfArea[]
  /** The networks of trusted proxies; only their X-Forwarded-For header is read. */
  trustProxy?: readonly string[]
  basePath?: string
  apiDocs?: boolean
  limits?: Partial<CallLimits>
  /** The data folder, and a function that returns true while background jobs run. Both are for health checks. */
  dataDir?: string
  jobsRunning?: () => boolean
  metrics?: Pick<MetricsOptions, 'token' | 'dataDir' | 'onMounted'>
  /** The content of /.well-known/security.txt. */
  securityTxt?: SecurityTxt
  /** The demo's single sign-on provider. */
  demoSso?: DemoSso
  /** The demo's ERP simulator. */
  demoErp?: ErpSimulator
  /** The movable clock and the injected faults of a sandbox; undefined on other servers. */
  sandbox?: Sandbox
  /** The folder of the built web app, or a function that creates a development server. */
  web?: string | ((app: FastifyInstance) => Promise<WebPages>)
}

/** The HTML of the staff application and the shell of the public pages. */
export type WebPages = { web: WebApp | undefined; publicShell: PublicShell | undefined }

export type BuiltApp = FastifyInstance & {
  /** Removes the cached data of a session or account. Every process calls this function when it is notified of a change. */
  forget: (kind: 'session' | 'user', id: string) => void
  /** Makes /readyz report "not ready" and closes each connection after its next reply. Calls are still answered. */
  startDraining: () => void
  /** All registered routes of the server, which tests compare with the contracts. */
  answered: readonly { method: string; url: string }[]
}

/** Builds the complete HTTP application without listening. */
export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const { database, services, clock, timeZone, basePath = '', trustProxy = [] } = options
  const { publicUrl } = services
  const app = Fastify({
    logger: loggerOptions(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 1_048_576,
    // The longest time for receiving a request. cutSlowBodies sets a shorter time for most requests.
    requestTimeout: 600_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 100 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: true,
  })
  const registeredRoutes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const singleMethod of [method].flat()) registeredRoutes.push({ method: singleMethod, url })
  })
  if (options.apiDocs) await describeCalls(app, basePath)
  const { isDraining, startDraining } = installDraining(app)
  installBodyTimeout(app)
  installErrorHandler(app)
  traceCalls(app)
  logReplies(app)
  options.sandbox?.install(app, services)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await setSecurityHeaders(app, { https: publicUrl?.startsWith('https:') ?? false })
  await app.register(cookie)
  await compressReplies(app, basePath)
  // The `actor` of a request is set before its use case runs.
  app.decorateRequest('actor', null as never)
  app.addHook('onClose', () => Promise.all(services.areas.map(({ threads }) => threads?.end())))
  mountHealthChecks(app, { database, isDraining, dataDir: options.dataDir, jobsRunning: options.jobsRunning })
  if (options.securityTxt) mountSecurityTxt(app, { ...options.securityTxt, clock, basePath, webUrl: services.webUrl })
  if (options.metrics)
    mountMetrics(app, { ...options.metrics, database, owner: options.owner ?? database, basePath, publicUrl })

  const sessions = createSessionActorCache({ database, clock, publicUrl, timeZone })
  const limits = createCallLimiter({ ...defaultCallLimits, ...options.limits })
  const routes = routesOf(options)

  const serving: ServingContext = {
    ...{ database, clock, timeZone, services, rowKinds, routes },
    refusals: { ...accessRefusals, headOfficeOnly: buildingAndDepartmentRefusals.headOfficeOnly },
    actorOf: withinLimits(sessions.actorOf, limits),
    sendWhole: createWholeListSender(database),
  }

  await app.register(
    async (api) => {
      acceptOnlyJsonBodies(api)
      limits.install(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store').headers(deprecationHeaders(request))
        limits.enter(request)
      })
      mountRoutes(api, routes, serving)
      for (const { mount, outsideApi } of fileRoutes)
        if (!outsideApi) await api.register(async (scope) => mount(scope, serving))
      api.setNotFoundHandler(async (request, reply) => {
        await limits.admitUnauthenticated(request, '')
        return sendRefusal(kitRefusals.noSuchCall(), request, reply)
      })
    },
    { prefix: `${basePath}${API_BASE}` },
  )
  const { web, publicShell } = await webPages(app, options)
  const mountPublic = (pages: FastifyInstance) => {
    const { admitUnauthenticated } = limits
    const hasSession = ({ cookies }: FastifyRequest) => cookies[customerCookieName(services.publicUrl)] !== undefined
    const { publicPages = allPublicPages } = options
    const publicOptions = { basePath, pages: publicPages, routes, serving, admitUnauthenticated, hasSession }
    if (publicShell) mountPublicPages(pages, publicShell, publicOptions)
  }
  await app.register(async (pages) => mountForPages(pages, limits, serving, mountPublic), { prefix: basePath })

  await options.demoSso?.mount(app)
  if (options.apiDocs) await showDocuments(app, basePath, publicUrl)

  answerUnmatched(app, basePath, web)
  return Object.assign(app, {
    forget: sessions.forget,
    answered: registeredRoutes,
    startDraining,
  }) as unknown as BuiltApp
}

function routesOf({ routes = allRoutes, services, demoErp, sandbox }: AppOptions): readonly Route[] {
  return [
    ...routes,
    ...(services.demo ? devOutboxRoutes : []),
    ...(demoErp ? demoErpRoutes(demoErp) : []),
    ...(sandbox?.routes ?? []),
  ]
}

async function webPages(app: FastifyInstance, { web, basePath = '', services }: AppOptions): Promise<WebPages> {
  if (typeof web === 'function') return web(app)
  if (web === undefined) return { web, publicShell: undefined }
  const seemsSignedIn = ({ cookies }: FastifyRequest) => cookies[sessionCookieName(services.publicUrl)] !== undefined
  return { web: await createBuiltWebApp(app, web, { basePath, seemsSignedIn }), publicShell: readBuiltPublicShell(web) }
}

/** Applies the limits on calls once the caller is known, before the call does any work. */
const withinLimits =
  (actorOf: ServingContext['actorOf'], limits: ReturnType<typeof createCallLimiter>): ServingContext['actorOf'] =>
  async (request, endpoint, bypassCache) => {
    const actor = await actorOf(request, endpoint, bypassCache)
    if (bypassCache) return actor
    if (actor) await limits.admitUser(request, actor)
    else await limits.admitUnauthenticated(request, endpoint.access === 'public' ? '' : endpoint.path)
    return actor
  }

/** Mounts public pages and their files outside the API, with the same call limits. */
async function mountForPages(
  pages: FastifyInstance,
  limits: ReturnType<typeof createCallLimiter>,
  serving: ServingContext,
  mountPublic: (pages: FastifyInstance) => void,
) {
  limits.install(pages)
  pages.addHook('onRequest', async (request) => limits.enter(request))
  mountPublic(pages)
  for (const { mount, outsideApi } of fileRoutes) if (outsideApi) await mount(pages, serving)
}

/** Answers GET requests that match no route with the web app. Unknown pages have status 404 and show "not found". */
function answerUnmatched(app: FastifyInstance, basePath: string, web: WebApp | undefined) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile =
      path.startsWith(`${basePath}/api/`) || path === `${basePath}/api` || path.startsWith(`${basePath}/assets/`)
    if (web && isPage && !isFile && (path === basePath || path.startsWith(`${basePath}/`)))
      return web(request, reply.status(isStaffPage(path.slice(basePath.length)) ? 200 : 404))
    return sendRefusal(kitRefusals.noSuchCall(), request, reply)
  })
}

/** Sets the headers that announce the end of a deprecated call (RFC 9745, RFC 8594). */
function deprecationHeaders({ routeOptions }: FastifyRequest) {
  const deprecated = routeOptions.config.endpoint?.deprecated
  if (!deprecated) return {}
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    sunset: new Date(deprecated.sunset).toUTCString(),
  }
}

/** Registers the API documentation before all routes that it documents. Imports the plugins only if it is enabled. */
async function describeCalls(app: FastifyInstance, basePath: string) {
  const { default: swagger } = await import('@fastify/swagger')
  await app.register(swagger, await createSwaggerOptions(app, basePath))
}

async function showDocuments(app: FastifyInstance, basePath: string, publicUrl: string | null) {
  app.get(`${basePath}/api/openapi.json`, async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  app.get(`${basePath}/api/changes.json`, async (_, reply) => {
    const { release: from, calls } = readLastApiRelease()
    const changes = findApiChanges(calls, programCallsOfDocument(app.swagger() as never))
    return reply.header('cache-control', 'no-cache').send({ from, to: releaseInfo.version, ...changes })
  })
  app.get(`${basePath}/api/postman.json`, async (request, reply) => {
    const { protocol, host } = request
    const baseUrl = publicUrl ?? `${protocol}://${host}`
    return reply.header('cache-control', 'no-cache').send(postmanCollection(app.swagger() as never, baseUrl + basePath))
  })
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swaggerUi, { routePrefix: `${basePath}/api/docs`, uiConfig: { docExpansion: 'none' } })
}
