import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'
import { compressReplies } from '#app/server/compression.ts'
import { setSecurityHeaders } from '#app/server/security-headers.ts'
import { createBuiltWebApp } from '#app/server/web-app.ts'
import { type Account, askCode, latestCode, PASSWORD, post, signIn } from '#tests/e2e/api.ts'
import { startTrafficMeter } from '#tests/e2e/meter.ts'
import { startServer } from '#tests/e2e/server.ts'
import { findOrInstallChromium } from '../../scripts/chromium.ts'
import { buildWeb, isWebBuilt, packFiles } from '../../scripts/web-build.ts'
import { type Figure, median } from './figures.ts'

// Measures page load times on a modest laptop and connection, in Chromium with its own clock and throttling.
// Each visit uses a new browser context with an empty cache.

const SLOWER = 4
const BYTES_PER_SECOND = 9_000_000 / 8
const ROUND_TRIP_MS = 85
/** The delay between keystrokes of a fast typist. */
const KEY_MS = 60

/** The selectors that mark each measured moment. */
const moments = {
  signIn: 'form input[autocomplete="username"]',
  code: 'form input[autocomplete="one-time-code"]',
  dashboard: '.dashboard-card-figure',
  counter: '#counter-box',
  member: '#member-name',
  empty: '.ant-btn',
} as const
type Moment = keyof typeof moments

type Visit = { milliseconds: number; requests: number; kilobytes: number }

export async function benchBrowser({ runs }: { runs: number }): Promise<Figure[]> {
  if (!isWebBuilt()) await buildWeb()
  const server = await startServer('bench')
  const empty = await serveEmptyPage()
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  try {
    const hq = await browser.newContext({ baseURL: server.address })
    // Each head office sign-in needs a new code, so wait here until the next code is allowed.
    await signIn(hq.request, 'hq')
    await askCode(hq.request, 'hq', PASSWORD)
    const MembershipNo = await anyMember(hq)
    const outlet = await browser.newContext({ baseURL: server.address })
    await signIn(outlet.request, 'outlet')
    const signedInState = await outlet.storageState()
    const anonymous = { baseURL: server.address }
    const clerk = { baseURL: server.address, storageState: signedInState }

    const visits: Record<string, Visit[]> = {}
    const note = (name: string, visit: Visit) => {
      visits[name] ??= []
      visits[name].push(visit)
    }
    // Interleave the visits, so that background load affects all of them alike. The first round is a warm-up.
    for (let run = 0; run <= runs; run++) {
      console.log(run === 0 ? '  warming up' : `  turn ${run} of ${runs}`)
      const record = run > 0 ? note : () => {}
      await inContext(browser, { baseURL: empty.address }, async (page) =>
        record(EMPTY, await open(page, '/', 'empty')),
      )
      await inContext(browser, anonymous, async (page) => {
        record(SIGN_IN, await open(page, '/auth/login', 'signIn'))
        record(DASHBOARD, await signInAs(page, 'hq', 'dashboard'))
      })
      await inContext(browser, anonymous, async (page) => {
        await open(page, '/auth/login', 'signIn')
        record(HOME, await signInAs(page, 'outlet', 'counter'))
      })
      await inContext(browser, clerk, async (page) => {
        record(COUNTER, await open(page, '/counter', 'counter'))
        record(LOOK_UP, await lookUp(page, MembershipNo))
      })
    }
    return goals.map(({ name, goal }) => figureOf(name, visits[name] ?? [], goal))
  } finally {
    await browser.close()
    await server.stop()
    await empty.stop()
  }
}

const EMPTY = 'An empty page of the component library'
const SIGN_IN = 'Sign-in, until its first field can be typed into'
const DASHBOARD = 'Dashboard, from Enter behind the code to its figures'
const HOME = 'Counter, from Enter behind the code to its box'
const COUNTER = 'Counter, opened directly with an empty cache, to its input'
const LOOK_UP = 'Look-up, from Enter to the member'

const goals: { name: string; goal?: string }[] = [
  { name: EMPTY },
  { name: SIGN_IN, goal: 'under 2,000 ms, 25 requests, 220 kB' },
  { name: DASHBOARD, goal: 'under 3,000 ms, 45 requests' },
  { name: HOME, goal: 'under 3,000 ms, 45 requests' },
  { name: COUNTER, goal: 'under 3,500 ms, 45 requests, 400 kB' },
  { name: LOOK_UP, goal: 'under 600 ms' },
]

function figureOf(name: string, visits: Visit[], goal: string | undefined): Figure {
  const times = visits.map(({ milliseconds }) => milliseconds)
  const { requests, kilobytes } = visits.at(-1)!
  const value = [
    // On a busy machine, the minimum is closest to the page's own cost.
    `median ${formatted(median(times))} ms, best ${formatted(Math.min(...times))}, worst ${formatted(Math.max(...times))}`,
    `${requests} requests, ${formatted(kilobytes)} kB`,
  ].join('; ')
  return { name, value, ...(goal && { goal }) }
}

const formatted = (count: number) => Math.round(count).toLocaleString('en')

type Look = Parameters<Browser['newContext']>[0]

/** Runs `work` in a new throttled browser context. */
async function inContext(browser: Browser, look: Look, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    ...look,
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  try {
    if (look?.storageState) await context.addInitScript(() => localStorage.setItem('auth_token', 'cookie'))
    await context.addInitScript(noteMoments, moments)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await work(page)
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    /** The time of the last Enter, and the time of each moment after it. */
    bench: { entered: number; seen: Partial<Record<Moment, number>> }
  }
}

/** Runs in the page. Checks the selectors before each frame and records the time when the frame is drawn. */
function noteMoments(selectors: Record<string, string>) {
  window.bench = { entered: 0, seen: {} }
  const { bench } = window
  const drawn = new MessageChannel()
  let pendingMoments: string[] = []
  drawn.port1.onmessage = () => {
    for (const name of pendingMoments) Object.assign(bench.seen, { [name]: performance.now() })
    pendingMoments = []
  }
  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Enter') Object.assign(bench, { entered: timeStamp, seen: {} })
    },
    true,
  )
  const look = () => {
    for (const [name, selector] of Object.entries(selectors))
      if (!(name in bench.seen) && !pendingMoments.includes(name) && document.querySelector(selector)) {
        pendingMoments.push(name)
        drawn.port2.postMessage(undefined)
      }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** The milliseconds from the start of the visit or from Enter. */
async function seen(page: Page, moment: Moment): Promise<number> {
  const at = await page.waitForFunction((name) => {
    const { seen, entered } = window.bench
    const when = seen[name]
    return when === undefined ? undefined : when - entered
  }, moment)
  return (await at.jsonValue()) as number
}

/** Measures a visit until `moment`. Counts later requests too. */
async function open(page: Page, path: string, moment: Moment): Promise<Visit> {
  const fetched = await startTrafficMeter(page)
  await page.goto(path, { waitUntil: 'commit' })
  const milliseconds = await seen(page, moment)
  await page.waitForLoadState('networkidle')
  return { milliseconds, ...fetched() }
}

/** Signs in on the open page by typing name, password and code. */
async function signInAs(page: Page, account: Account, moment: Moment): Promise<Visit> {
  const fetched = await startTrafficMeter(page)
  await page.locator(moments.signIn).focus()
  await page.keyboard.type(account, { delay: KEY_MS })
  await page.locator('input[autocomplete="current-password"]').focus()
  await page.keyboard.type(PASSWORD, { delay: KEY_MS })
  await page.keyboard.press('Enter')
  await seen(page, 'code')
  await page.keyboard.type(await latestCode(page.request), { delay: KEY_MS })
  await page.keyboard.press('Enter')
  const milliseconds = await seen(page, moment)
  await page.waitForLoadState('networkidle')
  return { milliseconds, ...fetched() }
}

async function lookUp(page: Page, MembershipNo: string): Promise<Visit> {
  const fetched = await startTrafficMeter(page)
  await page.locator(moments.counter).focus()
  await page.keyboard.type(MembershipNo, { delay: KEY_MS })
  await page.keyboard.press('Enter')
  const milliseconds = await seen(page, 'member')
  await page.waitForLoadState('networkidle')
  return { milliseconds, ...fetched() }
}

/** Returns the number of a member of the demo. */
async function anyMember({ request }: BrowserContext): Promise<string> {
  const { rows } = await post<{ rows: { MembershipNo: string }[] }>(request, '/customer/memberships/find-all', {
    Search: { Status: 'Active' },
    Rows: 1,
    Page: 1,
  })
  return rows[0]!.MembershipNo
}

/** Serves an empty page that the same bundler builds with default settings, compressed like the application. */
async function serveEmptyPage() {
  const folder = mkdtempSync(join(tmpdir(), 'carat-bench-empty-'))
  await build({
    configFile: false,
    plugins: [react()],
    root: join(import.meta.dirname, 'empty-page'),
    base: './',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
  await packFiles(folder)
  const app = Fastify()
  await setSecurityHeaders(app, { https: false })
  await compressReplies(app, '')
  const page = await createBuiltWebApp(app, folder, { basePath: '', seemsSignedIn: () => false })
  app.setNotFoundHandler((request, reply) => page!(request, reply))
  return {
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    stop: async () => {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
