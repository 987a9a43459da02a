import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installBodyTimeout } from './slow-bodies.ts'

test('slow request body: the server closes the connection after a timeout, which is longer for uploads of files', async () => {
  const app = Fastify()
  installBodyTimeout(app, 200)
  app.post('/call', async () => 'done')
  app.post('/file', { config: { bodyMs: 30_000 } }, async () => 'done')
  app.get('/report', () => new Promise((resolve) => setTimeout(() => resolve('done'), 500)))
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const halfSent = (path: string) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`)
    return socket
  }
  const call = halfSent('/call')
  const file = halfSent('/file')
  try {
    await new Promise((resolve) => call.once('close', resolve))
    expect(await (await fetch(`${url.origin}/report`)).text()).toBe('done')
    expect(file.closed).toBe(false)
  } finally {
    file.destroy()
    await app.close()
  }
})
