import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { type Account, accounts, latestCode, type Member, PASSWORD, post, registerMember, signIn } from './api.ts'
import { type Server, startServer } from './server.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type PerTest = {
  /** A page of somebody who is signed in already. */
  staffPage: (account: Account) => Promise<Page>
  /** A page of nobody in particular. */
  strangerPage: Page
}

/** Signing in takes two calls and a message, so one session per account serves all journeys of a worker. */
const sessions = new Map<Account, StorageState>()

/** Everybody's own look follows the browser, so that a test turns day into night by emulating it. */
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
 * What stands ready before a file's journeys, made by calls of an outlet and of head office. They are signed in already:
 * signing in once more would wait a minute for the next code.
 */
export async function prepared<Made>(
  browser: Browser,
  make: (outlet: APIRequestContext, hq: APIRequestContext) => Promise<Made>,
): Promise<Made> {
  const outlet = await openContext(browser, 'outlet')
  const hq = await openContext(browser, 'hq')
  const made = await make(outlet.request, hq.request)
  await outlet.close()
  await hq.close()
  return made
}

export const newMember = (browser: Browser): Promise<Member> => prepared(browser, registerMember)

/** A page of somebody who is signed in already; anyone who opens it closes its context. */
export async function openStaffPage(browser: Browser, account: Account, troubles: string[]): Promise<Page> {
  const context = await openContext(browser, account)
  // The session is a cookie; this mark only tells the pages that there is one. A frame without our origin keeps nothing.
  await context.addInitScript(() => window === window.top && localStorage.setItem('auth_token', 'cookie'))
  const page = await context.newPage()
  watch(page, troubles)
  return page
}

/** Signs in on the page that asks for it, by its keys. */
export async function signInHere(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('One-time code')
  await expect(code).toBeVisible()
  await code.fill(await latestCode(page.request))
  await page.keyboard.press('Enter')
}

/** The same for the pages before the sign-in, which know nobody yet. */
const followBrowser = () => {
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

/** What must not happen on any page: an error in the console or of the page, an answer of 500 and above. */
function watch(page: Page, troubles: string[]): void {
  page.on('pageerror', ({ message }) => troubles.push(`page error: ${message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    // A refusal (4xx) is an answer and belongs to several journeys; the browser reports it here nevertheless.
    const refused = /^Failed to load resource: .* status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !refused) troubles.push(`console: ${message.text()}`)
  })
}

export const test = base.extend<PerTest & { troubles: string[] }, { server: Server }>({
  // One for each worker: what a journey changes is seen by those of its own worker alone, one after the other.
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

  staffPage: async ({ browser, troubles }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (account) => {
      const page = await openStaffPage(browser, account, troubles)
      contexts.push(page.context())
      return page
    })
    for (const context of contexts) await context.close()
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
