import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { certificate } from '#tests/factories/certificates.ts'
import { useApp } from '#tests/harness.ts'
import { registerCertificateGauges } from './certificate-gauges.ts'
import { readCertificateEnd } from './certificates.ts'

const app = useApp()

const portOf = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('certificate: the end of a self-signed certificate is read, and shows in the metrics', async () => {
  const { pem, key } = certificate('127.0.0.1')
  const server = createTlsServer({ cert: pem, key })
  const url = `https://127.0.0.1:${await portOf(server)}`
  expect((await readCertificateEnd(url))?.toISOString()).toBe('2040-01-01T00:00:00.000Z')

  const registry = new Registry()
  registerCertificateGauges(registry, app.database, url)
  await expect.poll(() => registry.metrics()).toMatch(/carat_certificate_expiry_seconds\{of="public"\} \d{8}/)
  // The connections of the tests have no TLS.
  expect(await registry.metrics()).not.toContain('of="database"')
  server.close()
})

test('certificate: a server without TLS and a URL without https have no certificate', async () => {
  const server = createServer((socket) => socket.end('no TLS'))
  const port = await portOf(server)
  expect(await readCertificateEnd(`https://127.0.0.1:${port}`)).toBeUndefined()
  expect(await readCertificateEnd(`http://127.0.0.1:${port}`)).toBeUndefined()
  server.close()
})
