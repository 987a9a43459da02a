import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { customerCookieName, sessionActors, sessionCookieName } from '#areas/access/server/index.ts'
import { placeRefusals } from '#areas/staff/contract/places.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Services } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import { refusals } from '#kit/server/errors.ts'
import { API_BASE, mount, type Route, type Serving } from '#kit/server/serve.ts'
import { apiDocument } from './api-document.ts'
import { publicPages as allPublicPages, routes as allRoutes, files, rowKinds } from './areas.ts'
import { compressReplies } from './compression.ts'
import { demoErpRoutes } from './demo-erp/routes.ts'
import type { ErpSimulator } from './demo-erp/simulator.ts'
import type { DemoSso } from './demo-sso/mount.ts'
import { devOutboxRoutes } from './dev-outbox.ts'
import { closeQuickly } from './draining.ts'
import { answerHealth } from './health.ts'
import { readJsonOnly } from './json-body.ts'
import { type CallLimits, callLimits, defaultCallLimits } from './limits.ts'
import { type LogOptions, logAnswers, loggerOf } from './logging.ts'
import { answerMetrics, type MetricsOptions } from './metrics.ts'
import { builtPublicShell, mountPublicPages, type PageOfArea, type PublicShell } from './public-pages.ts'
import { answerErrors, send } from './replies.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { wholeLists } from './send-whole.ts'
import { cutSlowBodies } from './slow-bodies.ts'
import { isStaffPage } from './staff-pages.ts'
import { builtWebApp, type WebApp } from './web-app.ts'

export type AppOptions = {
  /** Signed in as the login of calls. */
  database: Database
  /** Signed in as the owner, for figures that only the owner may read. */
  owner?: Database
  services: Services
  clock: Clock
  timeZone: string
  log: LogOptions
  routes?: readonly Route[]
  publicPages?: readonly PageOfArea[]
  /** Networks whose word on the caller's address is taken. */
  trustProxy?: readonly string[]
  basePath?: string
  apiDocs?: boolean
  limits?: Partial<CallLimits>
  /** For the health of a whole program: where it keeps files, and whether its background work has begun. */
  dataDir?: string
  jobsRunning?: () => boolean
  metrics?: Pick<MetricsOptions, 'token' | 'dataDir'>
  /** The demo's own single sign-on. */
  demoSso?: DemoSso
  /** The demo's own ERP. */
  demoErp?: ErpSimulator
  /** The folder of the built web app, or a function that makes what answers instead of it (development). */
  web?: string | ((app: FastifyInstance) => Promise<WebPages>)
}

/** The application of the staff, and the document of the public pages. */
export type WebPages = { web: WebApp | undefined; publicShell: PublicShell | undefined }

export type App = FastifyInstance & {
  /** Forgets what is remembered of a session or an account; every process does so when one announces it. */
  forget: (what: 'session' | 'user', id: string) => void
  /** Still answers, but says to nobody that it is ready, and keeps no connection open after its answer. */
  startDraining: () => void
  /** Every address that is answered, so that a test can hold them against the contracts. */
  answered: readonly { method: string; url: string }[]
}

/** The HTTP side of the program, complete and not yet listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { database, services, clock, timeZone, basePath = '', trustProxy = [] } = options
  const app = Fastify({
    logger: loggerOf(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 1_048_576,
    // The longest that any body may take; cutSlowBodies allows most of them much less.
    requestTimeout: 600_000,
    keepAliveTimeout: 5_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 100 },
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    return503OnClosing: true,
  })
  const answered: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) answered.push({ method: one, url })
  })
  if (options.apiDocs) await describeCalls(app, basePath)
  const { isDraining, startDraining } = closeQuickly(app)
  cutSlowBodies(app)
  answerErrors(app)
  logAnswers(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await setSecurityHeaders(app, { https: services.publicUrl?.startsWith('https:') ?? false })
  await app.register(cookie)
  await compressReplies(app, basePath)
  // Set for every call before its use case runs.
  app.decorateRequest('actor', null as never)
  app.addHook('onClose', () => Promise.all(services.areas.map(({ threads }) => threads?.end())))
  answerHealth(app, { database, isDraining, dataDir: options.dataDir, jobsRunning: options.jobsRunning })
  if (options.metrics) answerMetrics(app, { ...options.metrics, database, owner: options.owner ?? database, basePath })

  const sessions = sessionActors({
    database,
    clock,
    publicUrl: services.publicUrl,
    timeZone,
  })
  const limits = callLimits({ ...defaultCallLimits, ...options.limits })
  const routes = [
    ...(options.routes ?? allRoutes),
    ...(services.demo ? devOutboxRoutes : []),
    ...(options.demoErp ? demoErpRoutes(options.demoErp) : []),
  ]

  const serving: Serving = {
    ...{ database, clock, timeZone, services, rowKinds },
    refusals: { ...accessRefusals, headOfficeOnly: placeRefusals.headOfficeOnly },
    actorOf: withinLimits(sessions.actorOf, limits),
    sendWhole: wholeLists(database),
  }

  await app.register(
    async (api) => {
      readJsonOnly(api)
      limits.install(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        limits.enter(request)
      })
      mount(api, routes, serving)
      for (const { mount, outsideApi } of files) if (!outsideApi) await api.register(async (own) => mount(own, serving))
      api.setNotFoundHandler(async (request, reply) => {
        await limits.admitStranger(request, '')
        return send(refusals.noSuchCall(), request, reply)
      })
    },
    { prefix: `${basePath}${API_BASE}` },
  )
  const { web, publicShell } = await webPages(app, options)
  const mountPublic = (pages: FastifyInstance) => {
    const { admitStranger } = limits
    const hasSession = ({ cookies }: FastifyRequest) => cookies[customerCookieName(services.publicUrl)] !== undefined
    const { publicPages = allPublicPages } = options
    const ways = { basePath, pages: publicPages, routes, serving, admitStranger, hasSession }
    if (publicShell) mountPublicPages(pages, publicShell, ways)
  }
  await app.register(async (pages) => mountForPages(pages, limits, serving, mountPublic), { prefix: basePath })

  await options.demoSso?.mount(app)
  if (options.apiDocs) await showDocuments(app, basePath)

  answerTheRest(app, basePath, web)
  return Object.assign(app, { forget: sessions.forget, answered, startDraining }) as unknown as App
}

async function webPages(app: FastifyInstance, { web, basePath = '', services }: AppOptions): Promise<WebPages> {
  if (typeof web === 'function') return web(app)
  if (web === undefined) return { web, publicShell: undefined }
  const seemsSignedIn = ({ cookies }: FastifyRequest) => cookies[sessionCookieName(services.publicUrl)] !== undefined
  return { web: await builtWebApp(app, web, { basePath, seemsSignedIn }), publicShell: builtPublicShell(web) }
}

/** Who calls, counted before anything is done for them. */
const withinLimits =
  (actorOf: Serving['actorOf'], limits: ReturnType<typeof callLimits>): Serving['actorOf'] =>
  async (request, endpoint, bypassCache) => {
    const actor = await actorOf(request, endpoint, bypassCache)
    if (bypassCache) return actor
    if (actor) await limits.admitUser(request, actor)
    else await limits.admitStranger(request, endpoint.access === 'public' ? '' : endpoint.path)
    return actor
  }

/** Files that pages show lie outside of the API, under the same limits. */
async function mountForPages(
  pages: FastifyInstance,
  limits: ReturnType<typeof callLimits>,
  serving: Serving,
  mountPublic: (pages: FastifyInstance) => void,
) {
  limits.install(pages)
  pages.addHook('onRequest', async (request) => limits.enter(request))
  mountPublic(pages)
  for (const { mount, outsideApi } of files) if (outsideApi) await mount(pages, serving)
}

/** What is no call and no file is a page of the web app, or nothing. An unknown address gets the page too, which says so, and the status 404. */
function answerTheRest(app: FastifyInstance, basePath: string, web: WebApp | undefined) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const isFile =
      path.startsWith(`${basePath}/api/`) || path === `${basePath}/api` || path.startsWith(`${basePath}/assets/`)
    if (web && isPage && !isFile && (path === basePath || path.startsWith(`${basePath}/`)))
      return web(request, reply.status(isStaffPage(path.slice(basePath.length)) ? 200 : 404))
    return send(refusals.noSuchCall(), request, reply)
  })
}

/** Before anything is mounted: it describes what is mounted after it. Fetched only where it is shown: most servers don't. */
async function describeCalls(app: FastifyInstance, basePath: string) {
  const { default: swagger } = await import('@fastify/swagger')
  await app.register(swagger, apiDocument(basePath))
}

async function showDocuments(app: FastifyInstance, basePath: string) {
  app.get(`${basePath}/api/openapi.json`, async (_, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swaggerUi, { routePrefix: `${basePath}/api/docs`, uiConfig: { docExpansion: 'none' } })
}
