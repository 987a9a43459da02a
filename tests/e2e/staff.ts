import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type ViewportSize,
} from '@playwright/test'
import { type Account, accounts, latestCode, type Member, PASSWORD, post, registerMember, signIn } from './api.ts'
import { type Server, startServer } from './server.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type PerTest = {
  /** A page of a signed-in user. Each call within a test opens another. */
  staffPage: (account: Account) => Promise<Page>
  /** A page without a session. */
  strangerPage: Page
}

/** Signing in takes two calls and a message, so the journeys of a worker share one session per account. */
const sessions = new Map<Account, StorageState>()

/** Sets every account to follow the browser's colour scheme, which tests emulate. */
async function prepareAccounts(browser: Browser): Promise<void> {
  for (const account of accounts) {
    const context = await browser.newContext()
    await signIn(context.request, account)
    await post(context.request, '/workspace/preferences', { Mode: 'system' })
    sessions.set(account, await context.storageState())
    await context.close()
  }
}

async function openContext(browser: Browser, account: Account): Promise<BrowserContext> {
  if (sessions.size === 0) await prepareAccounts(browser)
  return browser.newContext({ storageState: sessions.get(account)! })
}

/**
 * Creates the records that a file's journeys need, by calls of outlet and head office sessions that exist already.
 * A new sign-in would wait a minute for the next code.
 */
export async function prepareRecords<Prepared>(
  browser: Browser,
  make: (outlet: APIRequestContext, hq: APIRequestContext) => Promise<Prepared>,
): Promise<Prepared> {
  const outlet = await openContext(browser, 'outlet')
  const hq = await openContext(browser, 'hq')
  const records = await make(outlet.request, hq.request)
  await outlet.close()
  await hq.close()
  return records
}

export const prepareMember = (browser: Browser): Promise<Member> => prepareRecords(browser, registerMember)

/** A page of a signed-in user; the caller closes its context. */
export async function openStaffPage(browser: Browser, account: Account, troubles: string[]): Promise<Page> {
  const context = await openContext(browser, account)
  // The session is a cookie; this entry only marks that a session exists. Frames of other origins have no storage.
  await context.addInitScript(() => window === window.top && localStorage.setItem('auth_token', 'cookie'))
  const page = await context.newPage()
  watch(page, troubles)
  return page
}

/** Signs in on the sign-in page, by keyboard. */
export async function signInByKeyboard(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await code.fill(await latestCode(page.request))
  await page.keyboard.press('Enter')
}

/** Sets the look of pages before the sign-in. */
export const followBrowser = () => {
  const appearance = {
    mode: 'system',
    navigation: 'side',
    collapsed: false,
    direction: 'ltr',
    header: '#3e82f7',
    accent: '#1b4fd0',
    language: 'en',
  }
  if (!localStorage.getItem('carat.appearance')) localStorage.setItem('carat.appearance', JSON.stringify(appearance))
}

/** The pages by account: journeys of a worker reuse them, because loading the application again takes twice as long. */
const idlePages = new Map<Account, Page>()

/** Clears the browser's storage for the page, and restores its session, window size and look. */
async function resetPage(page: Page, account: Account, window: ViewportSize): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of ['request', 'response', 'console', 'pageerror', 'dialog', 'download'] as const)
    page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null })
  await page.setViewportSize(window)
  await page.goto('/healthz')
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  await context.clearCookies()
  await context.addCookies(sessions.get(account)!.cookies)
}

/** Fails the test on an error in the console or of the page, and on a reply with status 500 or above. */
function watch(page: Page, troubles: string[]): void {
  page.on('pageerror', ({ message }) => troubles.push(`page error: ${message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    // Ignores 4xx responses, which several journeys expect and the browser logs as errors.
    const refused = /^Failed to load resource: .* status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !refused) troubles.push(`console: ${message.text()}`)
  })
}

export const test = base.extend<PerTest & { troubles: string[] }, { server: Server }>({
  // Starts one server per worker, so that journeys see only changes of their own worker.
  server: [
    async ({ browserName }, use) => {
      const { stop, ...server } = await startServer(browserName)
      await use(server)
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ server }, use) => use(server.address),

  troubles: [
    async ({ browserName }, use) => {
      const troubles: string[] = []
      await use(troubles)
      expect(troubles, `what went wrong in ${browserName} meanwhile`).toEqual([])
    },
    { auto: true },
  ],

  staffPage: async ({ browser, troubles }, use, testInfo) => {
    const openedPages: [Account, Page][] = []
    await use(async (account) => {
      const idle = idlePages.get(account)
      idlePages.delete(account)
      if (idle) watch(idle, troubles)
      const page = idle ?? (await openStaffPage(browser, account, troubles))
      openedPages.push([account, page])
      return page
    })
    // A failed journey ends its worker.
    for (const [account, page] of openedPages)
      if (page.isClosed() || idlePages.has(account) || testInfo.status !== testInfo.expectedStatus)
        await page.context().close()
      else {
        await resetPage(page, account, testInfo.project.use.viewport!)
        idlePages.set(account, page)
      }
  },

  strangerPage: async ({ browser, troubles }, use) => {
    if (sessions.size === 0) await prepareAccounts(browser)
    const context = await browser.newContext()
    await context.addInitScript(followBrowser)
    const page = await context.newPage()
    watch(page, troubles)
    await use(page)
    await context.close()
  },
})

export { expect }
