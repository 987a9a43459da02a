import { parentPort, workerData } from 'node:worker_threads'
import { createTransport } from 'nodemailer'

// Mails to a mail server and nothing else, by the library and over as many connections as the server's. Answers how many a second.

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
