import { existsSync, readFileSync, statSync } from 'node:fs'
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test'
import { publicPages } from '#app/server/areas.ts'
import { publicFormPath } from '#areas/feedback/paths.ts'
import { ownProfilePath } from '#areas/self-service/paths.ts'
import { post } from './api.ts'
import { createPasscodeLink, createSurvey, openPhone } from './customers-pages.ts'
import { expect, test } from './staff.ts'

// Measures the first load of every public page on a phone: the number of requests, and the gzip size of its scripts.

const REQUESTS = 12
const KILOBYTES = 90

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const packed = (script: string) => {
  const file = `dist/web${script}`
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size
}

/** Opens the page with an empty cache, waits until the page is idle, and counts its requests. */
async function firstLoad(browser: Browser, baseURL: string, address: string, storageState?: State) {
  const { page, context } = await openPhone(browser, {
    baseURL,
    locale: 'en-GB',
    ...(storageState && { storageState }),
  })
  // Blocks service workers, which would fetch files for offline use after the page has loaded.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const requestedAddresses: string[] = []
  devtools.on('Network.requestWillBeSent', ({ request: { url } }) => {
    // Excludes data URLs, which the browser also reports as requests.
    if (!url.startsWith('data:')) requestedAddresses.push(url.replace(baseURL, ''))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  // Waits for the company's font, which is loaded last.
  await expect.poll(() => requestedAddresses.some((one) => one.endsWith('.woff2'))).toBe(true)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = [...new Set(requestedAddresses.filter((one) => one.endsWith('.js')))]
  return {
    page,
    context,
    requestedAddresses,
    kilobytes: scripts.reduce((sum, script) => sum + packed(script), 0) / 1000,
  }
}

/** Sets the company's logo, which every page shows at the top. */
async function setLogo(hq: APIRequestContext, Value: string | null) {
  const Name = 'company.logo'
  const { rows } = await post<{ rows: { Name: string; Version: number }[] }>(hq, '/settings/find-all', {
    Search: { Name },
  })
  const { Version } = rows.find((row) => row.Name === Name)!
  await post(hq, '/settings/update', { Name, Version, Value })
}

test('public pages: each page loads with the company’s logo in at most 12 requests', async ({
  browser,
  staffPage,
  server,
}) => {
  const hq = (await staffPage('hq')).request
  const { rows } = await post<{ rows: { CustomerId: number }[] }>(hq, '/customer/customers/find-all', {
    Search: { Status: 'Active' },
    Rows: 1,
  })
  const { CustomerId } = rows[0]!
  const { Link: poster } = await createPasscodeLink(hq, { Purpose: 'New Customer', ManyYN: 'Y' })
  const { Link: update } = await createPasscodeLink(hq, { Purpose: 'Update', CustomerId })
  const { FeedbackId } = await createSurvey(hq, { Languages: ['en'], DisplayOption: 'All in one page' }, [
    () => ({ Text: { en: 'How likely are you to recommend us?' }, QuestionType: 'NPS 0-10' }),
  ])
  await setLogo(hq, `data:image/png;base64,${readFileSync('app/web/public/icons/card-180.png', 'base64')}`)
  const measuredPages: [string, number, number][] = []
  const load = async (address: string, state?: State, then?: (page: Page) => Promise<void>) => {
    const { page, context, requestedAddresses, kilobytes } = await firstLoad(browser, server.address, address, state)
    await then?.(page)
    const name = address.replace(/#.*/, '#…')
    measuredPages.push([name, requestedAddresses.length, kilobytes])
    expect(requestedAddresses.length, `${name}\n${requestedAddresses.join('\n')}`).toBeLessThanOrEqual(REQUESTS)
    expect(
      requestedAddresses.filter((one) => one.startsWith('/company/logo')),
      name,
    ).toHaveLength(1)
    expect(kilobytes, name).toBeGreaterThan(40)
    expect(kilobytes, name).toBeLessThanOrEqual(KILOBYTES)
    const stateBefore = await context.storageState()
    await context.close()
    return stateBefore
  }
  const registering = await load(poster, undefined, (page) => expect(page).toHaveURL(/customer\/add$/))
  const member = await load(update, undefined, (page) => expect(page).toHaveURL(/\/edit$/))

  const params = { FeedbackId, CustomerId }
  const addressed = (pattern: string) =>
    pattern.replace(/:(\w+)/g, (_, name: keyof typeof params) => String(params[name]))
  for (const { path } of publicPages) {
    const address = addressed(path).replace('*', 'nowhere')
    await load(address, path.includes('/customer/add') ? registering : member)
  }
  await setLogo(hq, null)
  for (const [name, requests, kilobytes] of measuredPages)
    console.log(`${name}: ${requests} requests, ${kilobytes.toFixed(1)} kB of scripts`)
  const addresses = measuredPages.map(([name]) => name)
  expect(addresses).toContain(ownProfilePath({ CustomerId }))
  expect(addresses).toContain(publicFormPath({ FeedbackId }))
})
