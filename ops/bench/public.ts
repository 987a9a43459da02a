import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { memberCardPath, ownProfilePath, registerPath } from '#areas/self-service/paths.ts'
import { post, signIn } from '#tests/e2e/api.ts'
import { findAxeViolations } from '#tests/e2e/axe.ts'
import { createPasscodeLink, createSurvey } from '#tests/e2e/customers-pages.ts'
import { startServer } from '#tests/e2e/server.ts'
import { findOrInstallChromium } from '../../scripts/chromium.ts'
import { buildWeb, isWebBuilt } from '../../scripts/web-build.ts'
import { type Figure, median } from './figures.ts'
import { observePaints, type PaintMetrics, performanceScoreOf, readPaintMetrics } from './page-score.ts'

// Measures load times of public pages on a modest phone and a slow connection, with an empty cache.

const SLOWER = 4
/** The network conditions of Lighthouse's "slow 4G". */
const DOWN = (1_638.4 * 1_000) / 8
const UP = (675 * 1_000) / 8
const ROUND_TRIP_MS = 150

const GOAL = 'usable in 1,500 ms, 90 kB of scripts, 12 requests, both of 100 at least 95'

const FROM_POSTER = 'From the QR of a poster to the form of registration'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>
type Visit = { usable: number; scripts: number; requests: number; paints: PaintMetrics; faults: string[] }

export async function benchPublicPages({ runs }: { runs: number }): Promise<Figure[]> {
  if (!isWebBuilt()) await buildWeb()
  const server = await startServer('bench')
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  try {
    const hq = await browser.newContext({ baseURL: server.address })
    await signIn(hq.request, 'hq')
    const { Link } = await createPasscodeLink(hq.request, { Purpose: 'New Customer', ManyYN: 'Y' })
    const form = { Languages: ['en'], DisplayOption: 'All in one page' }
    const question = () => ({ Text: { en: 'How likely are you to recommend us?' }, QuestionType: 'NPS 0-10' })
    const { FeedbackId } = await createSurvey(hq.request, form, [question])
    const { rows } = await post<{ rows: { CustomerId: number }[] }>(hq.request, '/customer/customers/find-all', {
      Search: { Status: 'Active' },
      Rows: 1,
    })
    const pages = [
      { name: 'Passcode', address: '/self-service', usable: 'form input' },
      { name: FROM_POSTER, address: Link, usable: 'form input[autocomplete="name"]' },
      { name: 'Sign-in of a member', address: '/self-service/sign-in', usable: 'form input' },
      { name: 'Survey', address: `/customer/feedback/${FeedbackId}`, usable: 'form input' },
    ]
    const figures: Figure[] = []
    for (const { name, address, usable } of pages) figures.push(await measure(name, () => visit(address, usable), runs))
    const many = await sessionOf(Link)
    const registration = () => visit(registerPath(), 'form input', many)
    figures.push(await measure('Registration, once the passcode was right', registration, runs))
    const { CustomerId } = rows[0]!
    const memberSession = await sessionOf(
      (await createPasscodeLink(hq.request, { Purpose: 'Update', CustomerId })).Link,
    )
    const profile = () => visit(ownProfilePath({ CustomerId }), 'form input', memberSession)
    figures.push(await measure('Own profile, once the passcode was right', profile, runs))
    const card = () => visit(memberCardPath(), 'svg[role="img"]', memberSession)
    figures.push(await measure('Card of a member, with its QR', card, runs))
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }

  function visit(address: string, usable: string, storageState?: Session) {
    return onPhone(browser, { baseURL: server.address, storageState }, (page) => measureVisit(page, address, usable))
  }

  /** The storage state of the browser after opening the link. */
  async function sessionOf(Link: string) {
    const phone = await browser.newContext({ baseURL: server.address })
    const headers = { 'x-carat-client': 'self-service' }
    const reply = await phone.request.post('/api/1.0/passcodes/validate', {
      headers,
      data: { Token: Link.split('#')[1] },
    })
    if (!reply.ok()) throw new Error(await reply.text())
    const state = await phone.storageState()
    await phone.close()
    return state
  }
}

async function measure(name: string, visit: () => Promise<Visit>, runs: number): Promise<Figure> {
  const visits: Visit[] = []
  // The first visit is a warm-up and not counted.
  for (let run = 0; run <= runs; run++) {
    const result = await visit()
    if (run > 0) visits.push(result)
  }
  const middle = (of: (visit: Visit) => number) => median(visits.map(of))
  const { scripts, requests, faults } = visits.at(-1)!
  for (const fault of faults) console.log(`  ${name}: ${fault}`)
  const value = [
    `usable in ${formatted(middle(({ usable }) => usable))} ms`,
    `${formatted(scripts / 1000)} kB of scripts`,
    `${requests} requests`,
    `performance ${formatted(middle(({ paints }) => performanceScoreOf(paints)))}`,
    `accessibility ${faults.length === 0 ? '100, no fault' : `with ${faults.length} faults`}`,
    `largest paint ${formatted(middle(({ paints }) => paints.largest))} ms, blocked ${formatted(middle(({ paints }) => paints.blocked))} ms, shift ${middle(({ paints }) => paints.shift).toFixed(3)}`,
  ]
  // A visit from the poster loads two pages with a passcode check in between, so it has a goal of its own.
  return { name, value: value.join('; '), goal: name === FROM_POSTER ? '12 requests' : GOAL }
}

const formatted = (count: number) => Math.round(count).toLocaleString('en')

async function onPhone<Result>(
  browser: Browser,
  look: { baseURL: string; storageState: Session | undefined },
  work: (page: Page) => Promise<Result>,
) {
  const context = await browser.newContext({
    baseURL: look.baseURL,
    ...(look.storageState && { storageState: look.storageState }),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
  })
  try {
    await context.addInitScript(observePaints)
    // The card fetches its offline copy after it is visible.
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Measures the time until the first field is usable or the QR code is visible. Counts all requests, even later ones. */
async function measureVisit(page: Page, address: string, usable: string): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const scriptIds = new Set<string>()
  const ofPage = new Set<string>()
  let scripts = 0
  let requests = 0
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('data:')) ofPage.add(requestId)
    if (type === 'Script') scriptIds.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!ofPage.has(requestId)) requests += 1
    if (scriptIds.has(requestId)) scripts += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'commit' })
  // Check inside the page before each frame, because a check from here would wait for the throttled CPU.
  const at = await page.waitForFunction((selector) => {
    const field = document.querySelector<HTMLInputElement>(selector)
    return field && !field.disabled ? performance.now() : undefined
  }, usable)
  const usableAt = (await at.jsonValue()) as number
  await page.waitForLoadState('networkidle')
  const paints = await readPaintMetrics(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { usable: usableAt, scripts, requests, paints, faults: await findAxeViolations(page, 'html') }
}
