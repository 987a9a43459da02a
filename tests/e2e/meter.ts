import type { Page } from '@playwright/test'

const KB = 1000

/** Counts transferred bytes from now on, compressed and with headers; a new context has an empty cache. */
export async function startTrafficMeter(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  return () => ({ kilobytes: bytes / KB, requests })
}
