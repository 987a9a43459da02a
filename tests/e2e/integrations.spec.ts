import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectLoaded } from './expectations.ts'
import { type Server, startServer } from './server.ts'
import { test as base, expect } from './staff.ts'

// A server that may send webhooks to a receiver of the test.

type Receiver = { url: string; host: string; bodies: string[] }

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const test = base.extend<object, { receiver: Receiver; server: Server }>({
  receiver: [
    async ({ browserName }, use) => {
      const bodies: string[] = []
      const receiver = createServer(async (request, response) => {
        bodies.push(await readBody(request))
        response.writeHead(204).end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
      await use({ url: `http://${host}/${browserName}`, host, bodies })
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ browserName, receiver }, use) => {
      const { stop, ...server } = await startServer(browserName, { EVENTS_ALLOW: receiver.host })
      await use(server)
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

test('integrations: head office adds an endpoint, tests it, sees the delivery in the log, and pauses and resumes it', async ({
  staffPage,
  receiver,
}) => {
  const hq = await staffPage('hq')
  await hq.goto('/settings/integrations')
  await expectLoaded(hq)
  await expect(hq.getByText('No webhook yet')).toBeVisible()
  await hq.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = hq.getByRole('dialog')
  await expect(dialog).toContainText(`Allowed hosts: ${receiver.host}`)
  await dialog.getByLabel('Name').fill('Data warehouse')
  await dialog.getByLabel('URL').fill('https://elsewhere.example.com/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('The operator has not allowed elsewhere.example.com')
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()

  const actions = hq.getByRole('button', { name: 'Actions for Data warehouse' })
  await actions.click()
  await hq.getByRole('menuitem', { name: 'Send test event' }).click()
  await expect(dialog).toContainText('The receiver accepted the test event')
  await expect(dialog).toContainText('Status 204')
  expect(receiver.bodies.map((body) => JSON.parse(body).type)).toContain('carat.test')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await actions.click()
  await hq.getByRole('menuitem', { name: 'Pause' }).click()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  const attention = hq.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('Data warehouse is paused')
  await attention.getByRole('button', { name: 'Resume' }).click()
  await expect(attention).toBeHidden()

  await actions.click()
  await hq.getByRole('menuitem', { name: 'Show deliveries' }).click()
  const delivery = hq.getByRole('row', { name: /Test event/ })
  await expect(delivery).toContainText('Data warehouse')
  await expect(delivery).toContainText('Accepted')
})
