import { parentPort, workerData } from 'node:worker_threads'
import { createTransport } from 'nodemailer'

// Baseline: sends mails with the library and the number of connections of the server. Resolves to mails per second.

export type BareMail = { url: string; mails: number; html: string }
const { url, mails, html } = workerData as BareMail

const transport = createTransport({ url, pool: true, maxConnections: 3 } as never)
const began = performance.now()
let next = 0
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (next < mails) {
      const to = `bare${next++}@bench.example`
      await transport.sendMail({ from: 'carat@bench.example', to, subject: 'For you', text: html, html })
    }
  }),
)
transport.close()
parentPort!.postMessage(mails / ((performance.now() - began) / 1000))
