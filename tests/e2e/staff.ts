import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Account, signIn } from './api.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type PerTest = {
  /** A page of somebody who is signed in already. */
  staffPage: (account: Account) => Promise<Page>
  /** A page of nobody in particular. */
  strangerPage: Page
}

/** Signing in takes two calls and a message, so one session per account serves the whole run. */
const sessions = new Map<Account, StorageState>()

/** The appearance that follows the browser, so that a test turns day into night by emulating it. */
const followBrowser = () => {
  const appearance = {
    mode: 'system',
    navigation: 'side',
    collapsed: false,
    direction: 'ltr',
    header: '#3e82f7',
    accent: '#0958d9',
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

export const test = base.extend<PerTest & { troubles: string[] }>({
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
      const known = sessions.get(account)
      const context = await browser.newContext(known && { storageState: known })
      contexts.push(context)
      if (!known) {
        await signIn(context.request, account)
        sessions.set(account, await context.storageState())
      }
      await context.addInitScript(followBrowser)
      // The session is a cookie; this mark only tells the pages that there is one.
      await context.addInitScript(() => localStorage.setItem('auth_token', 'cookie'))
      const page = await context.newPage()
      watch(page, troubles)
      return page
    })
    for (const context of contexts) await context.close()
  },

  strangerPage: async ({ browser, troubles }, use) => {
    const context = await browser.newContext()
    await context.addInitScript(followBrowser)
    const page = await context.newPage()
    watch(page, troubles)
    await use(page)
    await context.close()
  },
})

export { expect }
